//! `serve`: the website on this machine, each page made when it is asked for.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use super::arguments::SiteArguments;
use super::terminal::{Loudness, MOST_NAMED, report, tell, tell_of_lacking};
use crate::diagnostic::{Diagnostics, visible};
use crate::games::Games;
use crate::output::server::{Freshness, Server};
use crate::site::ReloadingSite;

#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The address to listen at: 0.0.0.0 is all of this machine's, so that others can read along
    #[arg(short, long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    interface: IpAddr,
    /// The port; 0 means any that is free
    #[arg(short, long, value_name = "PORT", default_value_t = 1111)]
    port: u16,
    /// Open the site in a browser
    #[arg(short = 'O', long)]
    open: bool,
    /// Let browsers and caches keep pages for so many seconds. The site is then read once, not again when files change
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..))]
    cache: Option<u32>,
    /// Let browsers ask for a page again by themselves after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "cache")]
    refresh: Option<u32>,
    /// Where the site will be published: pages stand under its path
    #[arg(short = 'u', long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    site: SiteArguments,
}

pub(super) fn run(games: &Games, root: PathBuf, arguments: &Arguments, loudness: Loudness) -> Result<(), Diagnostics> {
    let options = arguments.site.options(games, root, arguments.base_url.clone());
    // Mistakes are pages while somebody writes.
    let is_watched = arguments.cache.is_none();
    let server = Server::listen(arguments.interface, arguments.port)?;
    let site = ReloadingSite::new(options, is_watched, report)?;
    let address = format!("http://{}{}", server.address, site.base_path());
    let until = if is_watched { "edits show when a page is loaded again; " } else { "" };
    loudness.print(&format!("Serving at {}: {until}Ctrl-C ends it\n", visible(&address)))?;
    for catalogue in site.catalogues() {
        tell_of_lacking(&catalogue, MOST_NAMED, loudness);
    }
    if arguments.open
        && let Err(error) = opener::open_browser(&address)
    {
        tell(&format!("cannot open a browser: {error}\n"));
    }
    let freshness = Freshness { cache: arguments.cache, refresh: arguments.refresh };
    let log: fn(&str, u16) = |request, status| tell(&format!("{status} {}\n", visible(request)));
    server.run(Arc::new(site), freshness, (loudness == Loudness::Verbose).then_some(log));
    Ok(())
}
