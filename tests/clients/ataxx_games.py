"""Plays random games of Ataxx by following the links of a site, and holds each page against the rules of the package
`ataxx`: ataxx_games.py PACKAGE HOST PORT EDITION GAMES COMPUTER, where PACKAGE is the folder that has the package and
COMPUTER is the player that the computer makes the moves of, `x` or `o`, or `none`. Prints how many pages it has read."""

import http.client
import random
import re
import sys

PACKAGE, HOST, PORT, EDITION, GAMES, COMPUTER = sys.argv[1:]
sys.path.insert(0, PACKAGE)

import ataxx  # noqa: E402

PLAYERS = {ataxx.BLACK: "x", ataxx.WHITE: "o"}
connection = http.client.HTTPConnection(HOST, int(PORT), timeout=60)
read = 0


def page(name):
    """Returns the HTML of a page, and the names that the links of its board lead to, without the way back."""
    global read
    connection.request("GET", f"/{EDITION}/{name}.html")
    response = connection.getresponse()
    html = response.read().decode()
    assert response.status == 200, f"{name}: {response.status}"
    read += 1
    main = re.search(r"<main.*?</main>", html, re.S).group(0)
    links = re.findall(r'(<a [^>]*?href="?([^" >]+)[^>]*>)', main)
    return html, {href.removesuffix(".html") for whole, href in links if "rel=prev" not in whole}


def slug(board):
    squares = (board.get(x, y) for y in range(6, -1, -1) for x in range(7))
    return PLAYERS[board.turn] + "".join(PLAYERS.get(square, "-") for square in squares)


def legal(board):
    """Returns the names of pages after each legal move with their boards, by the moves. There is no rule of fifty moves."""
    fen = board.get_fen().rsplit(" ", 2)[0] + " 0 1"
    after = {}
    for move in ataxx.Board(fen).legal_moves():
        then = ataxx.Board(fen)
        then.makemove(move)
        after[move] = (name_of(then), then)
    return after


def reply(html, board):
    """Makes the move that a page says the computer has made."""
    told = re.search(r"The computer (?:cloned to (..)|jumped from (..) to (..)|had to pass)", html)
    assert told, f"nothing is said of the computer's move in {slug(board)}"
    move = ataxx.Move.from_san("".join(part for part in told.groups() if part) or "0000")
    assert move in legal(board), f"{told[0]!r} is no legal move in {slug(board)}"
    board.makemove(move)


def square(x, y):
    return f"{'abcdefg'[x]}{y + 1}"


START = slug(ataxx.Board())


def name_of(board):
    """Returns the name of the page that a move to a position leads to."""
    return "index" if slug(board) == START else slug(board)


def play(dice):
    board, name = ataxx.Board(), "index"
    while True:
        html, links = page(name)
        if COMPUTER == PLAYERS[board.turn] and legal(board):
            reply(html, board)
        moves = legal(board)
        here = START if name == "index" else name
        places = {after for move, (after, _) in moves.items() if move.is_single()}
        pieces = {square(move.fr_x, move.fr_y) for move in moves if move.is_double()}
        expected = places | {f"{here}~from-{piece}" for piece in pieces}
        assert links == expected, f"{name}: {links ^ expected}"
        if not moves:
            return
        move = dice.choice(sorted(moves, key=str))
        if move.is_double():
            choice = next(link for link in links if link.endswith(f"~from-{square(move.fr_x, move.fr_y)}"))
            _, links = page(choice)
            expected = {after for other, (after, _) in moves.items() if can_be_by(other, move.fr_x, move.fr_y)}
            assert links == expected, f"{choice}: {links ^ expected}"
        name, board = moves[move]


def can_be_by(move, x, y):
    """Whether a move can be made by the piece on a square: jumps from there, and clones beside it."""
    if move == ataxx.Move.null():
        return False
    if move.is_double():
        return (move.fr_x, move.fr_y) == (x, y)
    return max(abs(move.to_x - x), abs(move.to_y - y)) == 1


for number in range(int(GAMES)):
    play(random.Random(f"{EDITION} {number}"))
print(read)
