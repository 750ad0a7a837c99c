"""English, the language that every site speaks; the source of all translations.

``gettext_noop`` and its companions do nothing here: they are the names by which the tools that
collect sentences for translators know a sentence, a sentence in context, and a plural.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.text.lexicon import Lexicon, Sentence


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators."""
    return sentence


def pgettext(context: str, sentence: str) -> str:
    """Mark a sentence for translators who need to know its context."""
    return sentence


def ngettext(one: str, many: str) -> tuple[str, str]:
    """Mark a sentence with a number in it."""
    return one, many


_ = gettext_noop

COMMAND_WORDS: Mapping[str, tuple[str, ...]] = {
    # What a command begins with.
    "draw": ("draw", "take"),
    "claim": ("claim", "build"),
    "tickets": ("tickets", "ticket"),
    "keep": ("keep",),
    "place": ("place", "put"),
    "share": ("share",),
    "pay": ("pay",),
    "withdraw": ("withdraw", "take back"),
    "pass": ("pass",),
    "show": ("show", "status"),
    "help": ("help", "?"),
    "when": ("when", "if"),
    "cancel": ("cancel",),
    # Before a command, and on either side of it.
    "lead": (
        "my move is",
        "my move",
        "my turn",
        "my answer",
        "here is my move",
        "heres my move",
        "move",
        "i would like to",
        "id like to",
        "i want to",
        "i will",
        "ill",
        "i",
        "let me",
        "lets",
        "just",
        "first",
        "ok",
        "okay",
        "yes",
        "so",
        "now",
    ),
    "please": (
        "please",
        "pls",
        "plz",
        "thanks",
        "thanks a lot",
        "many thanks",
        "thank you",
        "thx",
        "ty",
    ),
    # Between the parts of a command.
    "to": ("to",),
    "with": ("with", "for"),
    "and": ("and",),
    "then": ("then",),
    "else": ("else", "otherwise"),
    "all": ("all", "everything"),
    "both": ("both",),
    "one": ("one", "a", "an"),
    "two": ("two",),
    "three": ("three",),
    "four": ("four",),
    "five": ("five",),
    "number": ("number", "numbers", "nr", "nrs"),
    "or": ("or",),
    "at most": ("at most", "up to"),
    "it": ("it", "this", "that"),
    "card": ("card", "cards"),
    "filler": ("the", "from", "my", "in"),
    # Conditions: what is, and what it is about.
    "always": ("always",),
    "my turn": ("it is my turn", "its my turn", "my turn"),
    "be": ("is", "are", "lies", "lie"),
    "still": ("still", "already"),
    "free": ("free", "open", "unclaimed"),
    "taken": ("taken", "claimed", "closed"),
    "face up": ("face up", "face-up"),
    "i": ("i",),
    "have": ("have", "hold"),
    "at least": ("at least",),
    # Where cards come from and go to.
    "blind": ("blind", "deck"),
    "rack": ("rack",),
    "hand": ("hand",),
    # Kinds of route.
    "bullet": ("bullet",),
    "tunnel": ("tunnel",),
    # Cards; the letters are those printed on them.
    "purple": ("purple", "pink", "p"),
    "white": ("white", "w"),
    "blue": ("blue", "b"),
    "yellow": ("yellow", "y"),
    "orange": ("orange", "o"),
    "black": ("black", "k"),
    "red": ("red", "r"),
    "green": ("green", "g"),
    "gray": ("gray", "grey"),
    "locomotive": ("loco", "locos", "locomotive", "locomotives", "l"),
    "skip": ("skip",),
}

LOG_SENTENCES: Mapping[str, Sentence] = {
    # Parts of sentences.
    "list.and": _("{first} and {last}"),
    "meant": _("Did you mean “{text}”?"),
    "cards": _("{n} {card}"),
    "locomotives": ngettext("{n} locomotive", "{n} locomotives"),
    "points": ngettext("{n} point", "{n} points"),
    "route": _("{a} – {b}"),
    "ticket": _("{a} – {b} ({points})"),
    "card.purple": pgettext("card", "purple"),
    "card.white": pgettext("card", "white"),
    "card.blue": pgettext("card", "blue"),
    "card.yellow": pgettext("card", "yellow"),
    "card.orange": pgettext("card", "orange"),
    "card.black": pgettext("card", "black"),
    "card.red": pgettext("card", "red"),
    "card.green": pgettext("card", "green"),
    "card.gray": pgettext("card", "gray"),
    "card.locomotive": pgettext("card", "locomotive"),
    # Lines of the log. "you" is told to the seat that acted, "other" to those who may not see all
    # of it, "shown" to those who may.
    "started": _("The order of play is {names}."),
    "reshuffled": ngettext(
        "The discards became a new deck of {n} card.",
        "The discards became a new deck of {n} cards.",
    ),
    "dealt.you": _("You were dealt {cards}."),
    "dealt.shown": _("{name} was dealt {cards}."),
    "row_filled": _("Turned face up: {cards}."),
    "row_flushed": ngettext(
        "{n} locomotive lay face up: the whole row was discarded.",
        "{n} locomotives lay face up: the whole row was discarded.",
    ),
    "tickets_dealt.you": _("You may choose among these tickets: {tickets}."),
    "tickets_dealt.shown": _("{name} could choose among these tickets: {tickets}."),
    "tickets_chosen.you": _("You kept {tickets}."),
    "tickets_chosen.other": _("{name} has chosen tickets."),
    "tickets_chosen.shown": _("{name} kept {tickets}."),
    "choices_revealed": _("Everybody has chosen. Tickets kept: {counts}."),
    "choices_revealed.count": _("{name} {n}"),
    "tickets_returned": ngettext(
        "{n} ticket went back under the deck.",
        "{n} tickets went back under the deck.",
    ),
    "tickets_returned.shuffled": ngettext(
        "{n} ticket went back under the deck.",
        "{n} tickets were shuffled and went back under the deck.",
    ),
    "card_drawn.you": _("You drew a card from the deck: {card}."),
    "card_drawn.other": _("{name} drew a card from the deck."),
    "card_drawn.shown": _("{name} drew a card from the deck: {card}."),
    "card_taken.you": _("You took a face-up card: {card}."),
    "card_taken.other": _("{name} took a face-up card: {card}."),
    "card_taken.refill": _("{card} was turned up in its place."),
    "tickets_drawn.you": _("You drew these tickets: {tickets}."),
    "tickets_drawn.other": ngettext("{name} drew {n} ticket.", "{name} drew {n} tickets."),
    "tickets_drawn.shown": _("{name} drew these tickets: {tickets}."),
    "tickets_kept.you": _("You kept {tickets}."),
    "tickets_kept.other": ngettext("{name} kept {n} ticket.", "{name} kept {n} tickets."),
    "tickets_kept.shown": _("{name} kept {tickets}."),
    "tickets_kept.returned": ngettext("{n} ticket went back.", "{n} tickets went back."),
    "tickets_kept.racked": _("{ticket} went to the ticket rack."),
    "route_claimed.you": _("You claimed {route} with {cards}: {points}."),
    "route_claimed.other": _("{name} claimed {route} with {cards}: {points}."),
    "bullet_train_placed.you": ngettext(
        "You built the bullet route {route} with {cards}: {n} step of progress.",
        "You built the bullet route {route} with {cards}: {n} steps of progress.",
    ),
    "bullet_train_placed.other": ngettext(
        "{name} built the bullet route {route} with {cards}: {n} step of progress.",
        "{name} built the bullet route {route} with {cards}: {n} steps of progress.",
    ),
    "from_rack": ngettext(
        "{n} of the cards came from the rack.",
        "{n} of the cards came from the rack.",
    ),
    "closes": ngettext(
        "The track beside it is closed now.",
        "The {n} tracks beside it are closed now.",
    ),
    "card_placed.hand.you": _("You took the card to your hand."),
    "card_placed.hand.other": _("{name} took the card to the hand."),
    "card_placed.rack.you": _("You put the card in the rack."),
    "card_placed.rack.other": _("{name} put the card in the rack."),
    "card_placed.rack.shown": _("{name} put the card in the rack: {card}."),
    "ticket_racked.you": _("You chose {ticket} for the ticket rack."),
    "ticket_racked.other": _("{name} has chosen a ticket for the rack."),
    "ticket_racked.shown": _("{name} chose {ticket} for the ticket rack."),
    "team_tickets_placed": _("The ticket rack of team {team} holds {tickets}."),
    "tickets_shared.you": _("You put {tickets} in the ticket rack."),
    "tickets_shared.other": ngettext(
        "{name} put {n} ticket in the ticket rack.",
        "{name} put {n} tickets in the ticket rack.",
    ),
    "tickets_shared.shown": _("{name} put {tickets} in the ticket rack."),
    "tunnel_opened.you": _("You laid down {cards} for the tunnel {route}."),
    "tunnel_opened.other": _("{name} laid down {cards} for the tunnel {route}."),
    "tunnel_turned_up": _("Turned up for the tunnel: {cards}."),
    "tunnel_asks.nothing": _("None of them asks for another card."),
    "tunnel_asks": ngettext(
        "{n} of them asks for another card.",
        "{n} of them ask for another card.",
    ),
    "tunnel_built.you": _("You built the tunnel {route}: {points}."),
    "tunnel_built.other": _("{name} built the tunnel {route}: {points}."),
    "tunnel_withdrawn.you": _("You withdrew from the tunnel {route}."),
    "tunnel_withdrawn.other": _("{name} withdrew from the tunnel {route}."),
    "turn_passed.you": _("You had no legal move and passed."),
    "turn_passed.other": _("{name} had no legal move and passed."),
    "turn_skipped.you": _("The clock skipped your turn."),
    "turn_skipped.other": _("The clock skipped the turn of {name}."),
    "final_round.you": _("The final round begins: everybody has one more turn, and yours is last."),
    "final_round.other": _(
        "The final round begins: everybody has one more turn, and {name} moves last."
    ),
    "taken_back": _(
        "A director took the game back: what happened after event {event} does not count."
    ),
    "taken_back.all": _("Everybody had been shown something hidden meanwhile."),
    "taken_back.learnt": ngettext(
        "{names} had been shown something hidden meanwhile.",
        "{names} had been shown something hidden meanwhile.",
    ),
    "piles_reshuffled": _("Both decks were shuffled anew."),
    "ended": ngettext(
        "The game is over: {winners} won. {scores}.",
        "The game is over: {winners} won. {scores}.",
    ),
    "ended.you": _("The game is over: you won. {scores}."),
    "ended.shared": _("The game is over: {winners} share the victory. {scores}."),
    "ended.passes": _("Nobody could move any more."),
    "ended.score": ngettext("{place}. {names}, {n} point", "{place}. {names}, {n} points"),
}

ERROR_SENTENCES: Mapping[str, Sentence] = {
    "command.empty": _("There is no command in the text. Write for instance “draw blind”."),
    "command.too_long": _("The text is too long: at most {most} characters can be read."),
    "command.too_many": _("These are too many steps: at most {most} can be read at once."),
    "command.unknown": _("“{text}” is not a command. The commands are {commands}."),
    "command.extra": _("After “{command}”, the text “{text}” cannot be read."),
    "command.beyond": _(
        "“{text}” goes beyond one turn. Write the steps of this turn and nothing else."
    ),
    "command.or": _("“{text}” leaves a choice open. Write the one that you want."),
    "command.not_action": _("“{command}” is not a move. Write it on its own."),
    "command.no_seat": _("Only the players of this game can move in it."),
    "command.condition": _("A condition begins a text of its own. Write the move itself here."),
    "order.too_many": _("These are too many conditions: at most {most} can be read at once."),
    "order.colon": _("Put a colon after the condition: “{example}”."),
    "order.what": _("Write a move behind each condition, and behind “{word}”."),
    "order.nested": _("Join conditions with “{word}” in place of a second “{when}”."),
    "order.condition": _("“{text}” is not a condition. Write one as in “{example}”."),
    "order.unreachable": _(
        "What stands after a part that always holds is never done. Put that part last."
    ),
    "order.first": _(
        "A turn cannot begin with that. Draw cards, claim a route or draw tickets in an order."
    ),
    "order.keep": _("Which tickets you keep can only be said when you have seen them."),
    "order.it": _("Say which route “{word}” is: name it in the condition, or here."),
    "order.payment": _("An order names the cards that it pays with, for instance “{example}”."),
    "order.pay": _("Say what an order may pay for a tunnel, for instance “{example}”."),
    "order.tunnel": _(
        "That is a tunnel, which may ask for more cards. Say what to do then, for instance"
        " “{example}”."
    ),
    "order.place": _("Say where the first card goes, for instance “{example}”."),
    "order.no_branch": _("None of the conditions holds now, and there is no “else”."),
    "order.turn_over": _("The turn is over before the last of these steps. Leave that step out."),
    "draw.what": _("Say what to draw: “draw blind”, or the colour of a face-up card."),
    "draw.unknown": _("“{text}” is no card to draw. Write “blind” or the colour of a card."),
    "draw.letter": _("One letter is too little to draw by. Write the whole word: {words}."),
    "draw.too_many": _("A turn draws at most two cards."),
    "draw.place": _("“{text}” is in the wrong place: one card goes to the hand, one to the rack."),
    "place.what": _("Say where the card goes: “place hand” or “place rack”."),
    "route.what": _("Say which route: “claim {example}”."),
    "route.pair": _("“{text}” does not name two cities. Write them as in “{example}”."),
    "route.none": _("No route joins {a} and {b}."),
    "route.ambiguous": _("Several routes fit. Write one of: {routes}."),
    "route.no_such_track": _("There is no such track between these cities. There are: {routes}."),
    "city.unknown": _("No city on this board begins with “{text}”."),
    "city.ambiguous": _("“{text}” may be {cities}. Write more of the name."),
    "payment.unreadable": _(
        "“{text}” cannot be read as a payment. Write for instance “{example}”."
    ),
    "payment.colours": _("A route is paid in one colour and locomotives, not in {colours}."),
    "payment.count": _("That is {given} in cards, and the route asks for {length}."),
    "payment.ambiguous": _("There are several ways to pay. Add one of: {payments}."),
    "payment.none": _("Your cards do not pay for this route."),
    "keep.none_offered": _("There are no tickets to choose from now. “tickets” draws some."),
    "numbers.what": _("Say which tickets by their numbers: “{command} 1 2”."),
    "numbers.which": _(
        "“{text}” does not say which tickets. Write their numbers, for instance “{command} 1”:"
        " {tickets}."
    ),
    "numbers.one": _("Only one ticket can be named after “{command}”."),
    "numbers.unreadable": _("“{text}” is not the number of a ticket."),
    "numbers.range": ngettext(
        "There is no ticket {number}: only {n} ticket can be named.",
        "There is no ticket {number}: the tickets are numbered 1 to {n}.",
    ),
    "numbers.no_tickets": _("You have no tickets to name."),
    "pay.no_tunnel": _("There is no open tunnel to pay for."),
    "pay.count": _("The tunnel asks for {asks} more in cards, and that is {given}."),
    "pay.colour": _("The tunnel is paid in {colour} and locomotives."),
}

SENTENCES: Mapping[str, Sentence] = {**LOG_SENTENCES, **ERROR_SENTENCES}

ENGLISH = Lexicon("en", COMMAND_WORDS, SENTENCES, lambda n: int(n != 1))
