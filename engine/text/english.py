"""English, the language that every site speaks; the source of all translations.

``gettext_noop`` and its companions do nothing here: they are the names by which the tools that
collect sentences for translators know a sentence, a sentence in context, and a plural.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.text.lexicon import Lexicon, Sentence, read_words


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

WORDS_FOLDER = Path(__file__).with_name("words")
COMMAND_WORDS = read_words(WORDS_FOLDER / "en.toml")
PLAN_PHRASES = read_words(WORDS_FOLDER / "plans.toml")

LOG_SENTENCES: Mapping[str, Sentence] = {
    # Parts of sentences.
    "list.and": _("{first} and {last}"),
    "meant": _("Did you mean “{text}”?"),
    "cards": _("{n} {card}"),
    "locomotives": ngettext("{n} locomotive", "{n} locomotives"),
    "points": ngettext("{n} point", "{n} points"),
    "route": _("{a} – {b}"),
    "ticket": _("{a} – {b} ({points})"),
    "ticket.country": _("{a} – {ends}"),
    "ticket.end": _("{b} ({points})"),
    "card.purple": pgettext("card", "purple"),
    "card.white": pgettext("card", "white"),
    "card.blue": pgettext("card", "blue"),
    "card.yellow": pgettext("card", "yellow"),
    "card.orange": pgettext("card", "orange"),
    "card.black": pgettext("card", "black"),
    "card.red": pgettext("card", "red"),
    "card.green": pgettext("card", "green"),
    "card.gray": pgettext("card", "grey"),
    "card.locomotive": pgettext("card", "locomotive"),
    # Lines of the log. "you" is for the seat that acted, "other" for those who may not see all
    # of it, "shown" for those who may.
    "started": _("The order of play is {names}."),
    "reshuffled": ngettext(
        "The discards were shuffled into a new deck of {n} card.",
        "The discards were shuffled into a new deck of {n} cards.",
    ),
    "dealt.you": _("You were dealt {cards}."),
    "dealt.shown": _("{name} was dealt {cards}."),
    "row_filled": _("Turned face up: {cards}."),
    "row_flushed": ngettext(
        "{n} locomotive lay face up: the whole row was discarded.",
        "{n} locomotives lay face up: the whole row was discarded.",
    ),
    "tickets_dealt.you": _("You were offered these tickets: {tickets}."),
    "tickets_dealt.shown": _("{name} was offered these tickets: {tickets}."),
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
        "{n} ticket was put back under the deck.",
        "{n} tickets were shuffled and put back under the deck.",
    ),
    "card_drawn.you": _("You drew a card from the deck: {card}."),
    "card_drawn.other": _("{name} drew a card from the deck."),
    "card_drawn.shown": _("{name} drew a card from the deck: {card}."),
    "cards_drawn.you": _("You drew two cards from the deck: {cards}."),
    "cards_drawn.other": _("{name} drew two cards from the deck."),
    "cards_drawn.shown": _("{name} drew two cards from the deck: {cards}."),
    "card_taken.you": _("You took a face-up card: {card}."),
    "card_taken.other": _("{name} took a face-up card: {card}."),
    "card_taken.refill": _("{card} was turned up in its place."),
    "cards_taken.you": _("You took two face-up cards: {cards}."),
    "cards_taken.other": _("{name} took two face-up cards: {cards}."),
    "tickets_drawn.you": _("You drew these tickets: {tickets}."),
    "tickets_drawn.other": ngettext("{name} drew {n} ticket.", "{name} drew {n} tickets."),
    "tickets_drawn.shown": _("{name} drew these tickets: {tickets}."),
    "tickets_kept.you": _("You kept {tickets}."),
    "tickets_kept.other": ngettext("{name} kept {n} ticket.", "{name} kept {n} tickets."),
    "tickets_kept.shown": _("{name} kept {tickets}."),
    "tickets_kept.returned": ngettext("{n} ticket went back.", "{n} tickets went back."),
    "tickets_kept.removed": ngettext("{n} ticket left the game.", "{n} tickets left the game."),
    "tickets_kept.racked": _("{ticket} went into the ticket rack."),
    "route_claimed.you": _("You claimed {route} with {cards}: {points}."),
    "route_claimed.other": _("{name} claimed {route} with {cards}: {points}."),
    "route_claimed.mountain": ngettext(
        "{n} train crossed the mountains: {points} more.",
        "{n} trains crossed the mountains: {points} more.",
    ),
    "bullet_train_placed.you": ngettext(
        "You built the bullet route {route} with {cards}: {n} step of progress.",
        "You built the bullet route {route} with {cards}: {n} steps of progress.",
    ),
    "bullet_train_placed.other": ngettext(
        "{name} built the bullet route {route} with {cards}: {n} step of progress.",
        "{name} built the bullet route {route} with {cards}: {n} steps of progress.",
    ),
    "station_built.you": _("You built a station in {city} with {cards}."),
    "station_built.other": _("{name} built a station in {city} with {cards}."),
    "from_rack": ngettext(
        "{n} of the cards came from the rack.",
        "{n} of the cards came from the rack.",
    ),
    "closes": ngettext(
        "The parallel route is now closed.",
        "The {n} parallel routes are now closed.",
    ),
    "card_placed.hand.you": _("You took the card into your hand."),
    "card_placed.hand.other": _("{name} took the card into their hand."),
    "card_placed.rack.you": _("You put the card in the rack."),
    "card_placed.rack.other": _("{name} put the card in the rack."),
    "card_placed.rack.shown": _("{name} put the card in the rack: {card}."),
    "ticket_racked.you": _("You chose {ticket} for the ticket rack."),
    "ticket_racked.other": _("{name} has chosen a ticket for the rack."),
    "ticket_racked.shown": _("{name} chose {ticket} for the ticket rack."),
    "team_tickets_placed": _("Team {team} has {tickets} in its ticket rack."),
    "tickets_shared.you": _("You put {tickets} in the ticket rack."),
    "tickets_shared.other": ngettext(
        "{name} put {n} ticket in the ticket rack.",
        "{name} put {n} tickets in the ticket rack.",
    ),
    "tickets_shared.shown": _("{name} put {tickets} in the ticket rack."),
    "tunnel_opened.you": _("You laid down {cards} for the tunnel {route}."),
    "tunnel_opened.other": _("{name} laid down {cards} for the tunnel {route}."),
    "tunnel_turned_up": _("Turned up for the tunnel: {cards}."),
    "tunnel_asks.nothing": _("None of them costs you another card."),
    "tunnel_asks": ngettext(
        "{n} of them costs another card.",
        "{n} of them cost another card each.",
    ),
    "tunnel_built.you": _("You built the tunnel {route}: {points}."),
    "tunnel_built.other": _("{name} built the tunnel {route}: {points}."),
    "tunnel_withdrawn.you": _("You withdrew from the tunnel {route}."),
    "tunnel_withdrawn.other": _("{name} withdrew from the tunnel {route}."),
    "turn_passed.you": _("You had no legal move and passed."),
    "turn_passed.other": _("{name} had no legal move and passed."),
    "turn_skipped.you": _("Your time ran out and the clock skipped your turn."),
    "turn_skipped.other": _("Time ran out for {name} and the clock skipped the turn."),
    "final_round.you": _("The final round begins: everybody has one more turn, and you play last."),
    "final_round.other": _(
        "The final round begins: everybody has one more turn, and {name} plays last."
    ),
    "taken_back": _("A director took the game back: nothing after event {event} counts."),
    "taken_back.all": _("By then, everybody had seen something hidden."),
    "taken_back.learnt": ngettext(
        "By then, {names} had seen something hidden.",
        "By then, {names} had seen something hidden.",
    ),
    "piles_reshuffled": _("Both decks were reshuffled."),
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
    "command.empty": _("There is no command in this text. For example, write “draw blind”."),
    "command.too_long": _("The text is too long: keep it to {most} characters."),
    "command.too_many": _("That is too many steps: write {most} at most."),
    "command.unknown": _("“{text}” is not a command. The commands are {commands}."),
    "command.extra": _("“{text}” after “{command}” is not understood."),
    "command.beyond": _("“{text}” is more than one turn. Write only the steps of this turn."),
    "command.or": _("“{text}” leaves a choice open. Write the one you want."),
    "command.not_action": _("“{command}” is not a move. Write it on its own."),
    "command.no_seat": _("Only players of this game can make a move."),
    "command.condition": _("A condition has to come first. Write the move itself here."),
    "order.too_many": _("That is too many conditions: write {most} at most."),
    "order.colon": _("Put a colon after the condition: “{example}”."),
    "order.what": _("Write a move after each condition, and after “{word}”."),
    "order.nested": _("Join conditions with “{word}” instead of a second “{when}”."),
    "plan.empty": _("Write what the plan is after, such as “{example}”."),
    "plan.too_long": _("A plan has at most {most} lines."),
    "plan.line": _("“{text}” is not a line of a plan. Write one like “{example}”."),
    "plan.stop": _("“{text}” is no reason to ask you. Write one like “{example}”."),
    "plan.twice": _("A route is named twice. Name it once."),
    "plan.draws": _("No such cards can be drawn or placed on this board."),
    "plan.colour": _("This route cannot be paid with {colour} cards."),
    "plan.ticket": _("You hold no such ticket."),
    "plan.no_stations": _("This board has no stations."),
    "plan.no_bullets": _("This board does not allow that many bullet routes."),
    "plan.number": _("Write a number from 1 to {most}."),
    "plan.trains": _("These routes take {wanted} trains, and you have {has}."),
    "order.condition": _("“{text}” is not a condition. Write one like “{example}”."),
    "order.no_stations": _("There are no stations on this board."),
    "order.stations": _("You have {most} stations at most. Write a number from 1 to that."),
    "order.player": _("The players have the numbers from 1 to {players}."),
    "order.whose_station": _(
        "Name a city alone, or a player by the number beside the name: {example}."
    ),
    "order.station_city": _("{city} is the end of a track abroad and takes no station."),
    "order.unreachable": _(
        "Nothing after a part that always applies is ever carried out. Put that part last."
    ),
    "order.first": _(
        "A turn cannot begin with that. An order can draw cards, claim a route or draw tickets."
    ),
    "order.keep": _("You can only say which tickets to keep once you have seen them."),
    "order.it": _("Say which route “{word}” means: name it in the condition, or here."),
    "order.payment": _("An order has to name the cards to pay with: for example “{example}”."),
    "order.pay": _("Say how much the order may pay for a tunnel: for example “{example}”."),
    "order.tunnel": _(
        "That is a tunnel and may cost more cards. Say what to do then: for example “{example}”."
    ),
    "order.place": _("Say where the first card goes: for example “{example}”."),
    "order.no_branch": _("None of the conditions is met, and there is no “else”."),
    "order.turn_over": _("The turn ends before the last of these steps. Leave that step out."),
    "draw.what": _("Say what to draw: “draw blind”, or the colour of a face-up card."),
    "draw.unknown": _("You cannot draw “{text}”. Write “blind” or the colour of a card."),
    "draw.letter": _("One letter is not enough to draw a card. Write the whole word: {words}."),
    "draw.too_many": _("You draw two cards at most in a turn."),
    "draw.place": _("“{text}” is in the wrong place: one card goes to your hand, one to the rack."),
    "place.what": _("Say where the card goes: “place hand” or “place rack”."),
    "route.what": _("Say which route: “claim {example}”."),
    "route.pair": _("“{text}” does not name two cities. Write them like this: “{example}”."),
    "route.none": _("There is no route between {a} and {b}."),
    "route.ambiguous": _("Several routes match. Write one of: {routes}."),
    "route.no_such_track": _("There is no such track between these cities. Choose from: {routes}."),
    "city.unknown": _("No city on this board begins with “{text}”."),
    "city.ambiguous": _("“{text}” could be {cities}. Write more of the name."),
    "payment.unreadable": _(
        "“{text}” is not understood as a payment. For example, write “{example}”."
    ),
    "payment.colours": _(
        "You pay for a route with one colour and locomotives, not with {colours}."
    ),
    "payment.count": _("You named {given} in cards, and the route costs {length}."),
    "payment.ambiguous": _("There are several ways to pay. Add one of: {payments}."),
    "payment.none": _("You cannot pay for this route with your cards."),
    "station.what": _("Say where to build the station: “{example}”."),
    "station.count": _("You named {given} in cards, and your next station costs {cards}."),
    "station.payment": _("You cannot pay for a station with your cards."),
    "keep.none_offered": _(
        "There are no tickets to choose from now. Write “tickets” to draw some."
    ),
    "numbers.what": _("Name the tickets by number: “{command} 1 2”."),
    "numbers.which": _(
        "“{text}” does not say which tickets. Write their numbers, for example "
        "“{command} 1”: {tickets}."
    ),
    "numbers.one": _("You can name only one ticket after “{command}”."),
    "numbers.unreadable": _("“{text}” is not the number of a ticket."),
    "numbers.range": ngettext(
        "There is no ticket {number}: only ticket {n} can be named.",
        "There is no ticket {number}: the tickets are numbered 1 to {n}.",
    ),
    "numbers.no_tickets": _("You have no tickets to choose."),
    "pay.no_tunnel": _("There is no open tunnel to pay for."),
    "pay.count": _("The tunnel costs {asks} more, and that is {given}."),
    "pay.colour": _("You pay for the tunnel with {colour} cards and locomotives."),
}

PLAN_SENTENCES: Mapping[str, Sentence] = {
    # What a plan did, and why it asks.
    "plan.claim": _("Claimed {route} for “{aim}”."),
    "plan.station": _("Built a station in {city} for “{aim}”."),
    "plan.drew": _("Drew for “{aim}”."),
    "plan.place": _("Placed the card that was drawn."),
    "plan.tunnel": ngettext(
        "Paid {n} card more for the tunnel {route}.", "Paid {n} cards more for the tunnel {route}."
    ),
    "plan.withdraw": ngettext(
        "Withdrew from the tunnel {route}, which asked for {n} card more.",
        "Withdrew from the tunnel {route}, which asked for {n} cards more.",
    ),
    "plan.ask.tickets": _("There are tickets to choose."),
    "plan.ask.done": _("All that the plan was after is done."),
    "plan.ask.lost": _("The rest of the plan can no longer be reached."),
    "plan.ask.no_cards": _("There is no card to draw."),
    "plan.ask.ready": _("You can pay for {route} now."),
    "plan.ask.ready_station": _("You can pay for a station in {city} now."),
    "plan.ask.aim_lost": _("“{aim}” can no longer be reached."),
    "plan.ask.aim_done": _("“{aim}” is done."),
    "plan.ask.claim_at": _("Somebody claimed {route}, at {city}."),
    "plan.ask.claim_on": _("{route} is taken."),
    "plan.ask.few_trains": ngettext(
        "Somebody has {n} train left.", "Somebody has {n} trains left."
    ),
    "plan.ask.locomotive": _("A locomotive lies face up."),
    "plan.ask.cards": ngettext("You hold {n} card.", "You hold {n} cards."),
    "plan.ask.shuffled": _("The discards have been shuffled into a new deck."),
    "plan.ask.turns": ngettext("The plan has played {n} turn.", "The plan has played {n} turns."),
    "plan.ask.date": _("The date that you named has come."),
    "plan.ask.wrote": _("Somebody has written at the table."),
    "plan.ask.interrupted": _("The game was paused, or a director has decided something."),
    "plan.ask.taken_back": _("The game was taken back."),
    "plan.ask.unforeseen": _("Something happened that the plan does not know how to answer."),
}
SENTENCES: Mapping[str, Sentence] = {**LOG_SENTENCES, **ERROR_SENTENCES, **PLAN_SENTENCES}

ENGLISH = Lexicon("en", COMMAND_WORDS, SENTENCES, lambda n: int(n != 1), PLAN_PHRASES)
