//! `serve`: serves the website on this machine. The server makes each page when a browser requests it.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};

use clap::Args;

use super::session::{Session, SiteArguments};
use super::terminal::{MOST_NAMED, print_to_stderr, report};
use crate::ground::diagnostic::{Diagnostics, visible};
use crate::outputs::assembly::ReloadingSite;
use crate::outputs::server::Server;

#[derive(Args, Debug)]
pub(super) struct Serve {
    /// The address to listen on; 0.0.0.0 lets other machines open the site
    #[arg(short, long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST),
        value_parser = |name: &str| name.replace("localhost", "127.0.0.1").parse::<IpAddr>())]
    interface: IpAddr,
    /// The port; 0 means any free port
    #[arg(short, long, value_name = "PORT", default_value_t = 1111)]
    port: u16,
    /// Open the site in a browser
    #[arg(short = 'O', long)]
    open: bool,
    /// The address where the site will be published; if this address has a path, such as `/games/`, the server
    /// uses the same path
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    /// Does nothing: the server always watches for changes
    #[arg(long = "watch", hide = true)]
    _watch: bool,
    #[command(flatten)]
    site: SiteArguments,
}

impl Serve {
    pub(super) fn run(&self, session: &Session<'_>) -> Result<(), Diagnostics> {
        let server = Server::listen(self.interface, self.port)?;
        let site = ReloadingSite::new(self.site.options(session, self.base_url.as_ref()), report)?;
        let address = format!("http://{}{}", server.address, site.base_path());
        session.print(&format!(
            "Serving at {}: reload a page to see your edits; press Ctrl-C to stop\n",
            visible(&address)
        ))?;
        for catalogue in site.catalogues() {
            session.note_missing_messages(&catalogue, MOST_NAMED);
        }
        if self.open {
            open_browser(&address);
        }
        let log: fn(&str, u16) = |request, status| print_to_stderr(&format!("{status} {}\n", visible(request)));
        server.run(move |path| site.answer(path), session.verbose.then_some(log));
        Ok(())
    }
}

fn open_browser(address: &str) {
    let mut open = if cfg!(windows) {
        let mut open = Command::new("cmd");
        open.args(["/C", "start"]);
        open
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    open.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = open.spawn() {
        print_to_stderr(&format!("cannot open a browser: {error}\n"));
    }
}
