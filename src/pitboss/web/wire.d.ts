// What the house sends and takes over HTTP and the live connection.
// `make wire` writes this file from the server's models; a test compares the two.

declare namespace Wire {
  /** What a person enters to complete a command. `money` is written as `$10`, `text` is quoted if it has spaces, `cards` are written as `As Kd`, and `wagers` as `ante $10, pair_plus $5`. */
  interface ActionField {
    name: string;
    label: string;
    kind: "money" | "number" | "text" | "cards" | "wagers" | "choice";
    minimum?: number;
    maximum?: number;
    choices?: FieldChoice[];
  }

  /** Something that a person may do now. */
  interface ActionView {
    kind: string;
    command: string;
    label: string;
    fields?: ActionField[];
    example?: string;
    confirm?: string;
    tone?: "main" | "danger";
    box?: number;
    choice?: string;
    repeats?: boolean;
    cite?: string;
  }

  /** At a practice house, what the choices of the player's own box are worth. */
  interface AdviceView {
    round: number;
    box: number;
    decision: string;
    best: string;
    asks: string;
    stake: number;
    choices: Record<string, ChoiceValue>;
  }

  /** An alert: its kind, when it came in milliseconds, what it is about, and the clause. */
  interface AlertJson {
    kind: string;
    table: string;
    at: number;
    round: string | null;
    text: string;
    cite: string;
  }

  /** The effect of this client's command. */
  interface AnswerMessage {
    table: string;
    seq: number;
    again: boolean;
    events: (ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson)[];
    type: "answer";
    id: string;
  }

  interface AwardJson {
    id: string;
    title: string;
    stake_of: string;
    paytables: string;
    cite: string;
  }

  interface AwardLayout {
    name: string;
    title: string;
    cite: string;
    kind: string;
    stake_of: string;
    needs: string[];
    paytable: string;
    paytable_id: string;
  }

  /** `hand_of` is the box whose hand earns it: the same box, or for an Envy Bonus another player's. */
  interface AwardPaidJson {
    event: "AwardPaid";
    box: number;
    award: string;
    hand_of: number;
    pattern: string;
    odds: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A person with a badge and a PIN, at a console. */
  interface BadgeShown {
    badge: string;
    pin: string;
  }

  /** What a person is shown besides the table itself. */
  interface BesideView {
    timer?: TimerView;
    advice?: AdviceView;
    prospect?: ProspectView;
  }

  interface BetsClosedJson {
    event: "BetsClosed";
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface BetsOpenedJson {
    event: "BetsOpened";
    round: number;
    at: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Nobody is at the table: the bets close again without a round, and the next round has this number. */
  interface BetsWithdrawnJson {
    event: "BetsWithdrawn";
    round: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The payment of one wager or award of a box is corrected; a negative amount goes to the table. */
  interface BoxPaymentCorrectedJson {
    event: "BoxPaymentCorrected";
    player: string;
    amount: number;
    item: string;
    box: number;
    round: number;
    reason: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface BoxSettlement {
    returned: number;
    amount: number;
  }

  /** A box of a round. `cards` are those that this person may see, `name` is their hand; `down` counts the others. */
  interface BoxView {
    player: string;
    wagers: Record<string, number>;
    coupons: Record<string, number>;
    hand: number;
    cards: string[];
    name: string;
    down: number;
    choices: Record<string, string>;
    left: boolean;
    abandoned: boolean;
    settled: Record<string, BoxSettlement>;
  }

  /** Meters at which a progressive breaks even: the sum of each meter times its share. */
  interface BreakEvenPlane {
    sum_of: Record<string, string>;
    equals: string;
  }

  interface CardBurnedJson {
    event: "CardBurned";
    pile: string;
    /** only if this person may see it */
    card?: string;
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface CardDiscardedJson {
    event: "CardDiscarded";
    pile: string;
    /** only if this person may see it */
    card?: string;
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface CardsCollectedJson {
    event: "CardsCollected";
    box: number;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A reading is corrected; `was` is what was read before. */
  interface CardsCorrectedJson {
    event: "CardsCorrected";
    to: string;
    at: number;
    was: string;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Cards that nobody has read are `??`. */
  interface CardsDealtJson {
    event: "CardsDealt";
    to: string;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The top cards of an unknown order, as the dealer reads them; a second reading replaces the first. */
  interface CardsReadJson {
    event: "CardsRead";
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface CardsRevealedJson {
    event: "CardsRevealed";
    pile: string;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Cards that a reading shoe, a camera or a scanner has read. The same id twice has one effect. */
  interface CardsSent {
    id: string;
    cards: string;
    place?: string;
    round?: number;
  }

  /** The dealer turns up real cards at a place and reads them: a box, a pile, or `burned`. `at` counts from 0. */
  interface CardsTurnedJson {
    event: "CardsTurned";
    to: string;
    at: number;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Every violation of a house file; if there is none, what was approved. */
  interface CheckAnswer {
    approved: boolean;
    violations: ViolationJson[];
    facility?: string;
    digest?: string;
    tables?: Record<string, string>;
    edges?: TableEdges[];
  }

  /** How many chips or notes of a value in cents there are. */
  interface ChipNumber {
    value: number;
    number: number;
  }

  /** How often chips or cash moved in one direction, and how much. */
  interface ChipTotalJson {
    number: number;
    amount: number;
  }

  interface ChipsBoughtJson {
    event: "ChipsBought";
    player: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface ChipsCashedJson {
    event: "ChipsCashed";
    player: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A person counted the chips of a wager; `accepted` is the number of wagers that the system has. */
  interface ChipsCountedJson {
    event: "ChipsCounted";
    wager: string;
    number: number;
    accepted: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The dealer corrects a choice that was entered wrongly; `was` is what was entered before. */
  interface ChoiceCorrectedJson {
    event: "ChoiceCorrected";
    box: number;
    decision: string;
    was: string;
    choice: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A choice and its command, in which `{box}` stands for the number of the box. */
  interface ChoiceLayout {
    choice: string;
    label: string;
    key: string;
    command: string;
    said: string;
    does: string;
    places: string[];
    times: number;
    only_with: string;
    returns: string[];
    forfeits: string[];
    cite: string;
  }

  interface ChoiceMadeJson {
    event: "ChoiceMade";
    box: number;
    decision: string;
    choice: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The exact value of a choice, and what it costs to prefer it to the best one. */
  interface ChoiceOdds {
    value: string;
    float: number;
    cost: string;
  }

  /** The exact value of a choice, and what it costs to prefer it to the best one. */
  interface ChoiceValue {
    value: string;
    float: number;
    cost: number;
    cost_exact: string;
  }

  interface CitedTitle {
    name: string;
    title: string;
    cite: string;
  }

  /** A clause: how it is met, where, by which tests, and under which rulings. */
  interface ClauseJson {
    id: string;
    status: "enforced" | "procedure" | "layout" | "definition" | "physical";
    gist: string;
    where: string[];
    tests: string[];
    rulings: string[];
    reason: string | null;
  }

  /** Who still sits or holds chips at a table that closes, and the command that ends it. */
  interface ClearingStep {
    text: string;
    command: string;
    cite: string;
  }

  /** The edge of several wagers together. */
  interface CombinedEdge {
    title: string;
    cite: string;
    in_force: boolean;
    stakes: Record<string, number>;
    expected_loss: string;
    expected_stake: string;
    edge: number;
    edge_exact: string;
  }

  /** A gaming day, and its beginning in milliseconds, from which tables run by other editions. */
  interface ComingEditionsJson {
    day: string;
    at: number;
    tables: Record<string, EditionChangeJson>;
    approved: boolean;
    violations: ViolationJson[];
  }

  /** Limits of a wager that were announced, in cents, and the moment from which they apply, in milliseconds. */
  interface ComingLimits {
    id: string;
    wager: string;
    title: string;
    minimum: number;
    maximum: number;
    stakes: string;
    effective: number;
    law: string;
    by: string;
  }

  /** The effect of a command. `again`: it was done before, and was not done again. */
  interface CommandAnswer {
    table: string;
    seq: number;
    again: boolean;
    events: (ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson)[];
  }

  /** A client gives a command. */
  interface CommandMessage {
    id: string;
    command: string;
    round?: number;
    type: "command";
  }

  /** A command in the notation of the table. The same id twice has one effect. */
  interface CommandSent {
    id: string;
    command: string;
    round?: number;
  }

  /** How a deck was shuffled: the published commitment, and the salt that opens it. */
  interface CommitmentJson {
    commitment: string;
    salt: string;
    by_seed: boolean;
  }

  interface CorrectionJson {
    seq: number;
    position: number;
    at: number;
    by: string;
    role: string;
    command: string;
    id?: string;
    event: ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson;
  }

  /** A correction of a payment, as a command. */
  interface CorrectionOrder {
    id: string;
    command: string;
  }

  /** A count of a drop or an inventory that was not what the books had; negative if money was missing. */
  interface CountDifferenceJson {
    at: number;
    by: string;
    counted: string;
    amount: number;
  }

  /** A count of a table inventory or of a drop box, by denomination. */
  interface CountOrder {
    id: string;
    kind: "opener" | "inventory" | "closer" | "drop";
    chips: ChipNumber[];
  }

  /** Confirms a count as the second person; a difference to the books is explained. */
  interface CountReply {
    id: string;
    explanation?: string;
  }

  interface CouponPlacedJson {
    event: "CouponPlaced";
    box: number;
    wager: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A void round gives a match play coupon back unused. */
  interface CouponReturnedJson {
    event: "CouponReturned";
    box: number;
    wager: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** One table on one gaming day. `counted` is false while chips that players bought or cashed on the day wait for the count of the drop. Until then `chips` lacks `bought`, `cashed` and `emptied` for those who may count, and `revenue` is null. */
  interface DayReportJson {
    table: string;
    regulation: string | null;
    day: string;
    from: number;
    to: number;
    from_text: string;
    rounds: RoundCounts;
    columns: ReportColumnJson[];
    total: TotalFigures;
    wagers: NamedFigures[];
    chips: Record<string, ChipTotalJson>;
    jackpots: PlacedJackpot[];
    irregularities: PlacedIrregularity[];
    corrections: PaymentCorrectionJson[];
    meters: MeterSums[];
    refused: Record<string, number>;
    revenue: Revenue | null;
    to_date: Record<string, PeriodToDate>;
    shifts: ShiftPart[];
    dealers: DealerPart[];
    differences: CountDifferenceJson[];
    explanation: string | null;
    counted: boolean;
  }

  /** What anyone needs to check the deal of a round that is over. `dealing` gives the rows of each device. */
  interface DealAnswer {
    format: string;
    round: string;
    regulation: string;
    dealing: Record<string, DealingRowJson[]>;
    device: string;
    boxes: number[];
    shuffle: CommitmentJson | null;
    entries: DealEntryJson[];
  }

  interface DealEntryJson {
    position: number;
    seq: number;
    events: (ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson)[];
  }

  /** The rounds of a dealer. */
  interface DealerPart {
    name: string;
    completed: number;
    void: number;
    handle: number;
    win: number;
    expected: number | null;
  }

  /** A row of the dealing table: `cards` to each pile, `times` over. */
  interface DealingRowJson {
    to: string[];
    cards: number;
    times: number;
    conditional: boolean;
    face_up: boolean;
    cite: string;
  }

  interface DecisionLayout {
    decision: string;
    title: string;
    asks: string;
    cite: string;
    choices: ChoiceLayout[];
  }

  /** A deck takes the place of one that was removed; the other stays. */
  interface DeckAddedJson {
    event: "DeckAdded";
    preshuffled: boolean;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** How long a deck may stay in play. */
  interface DeckAge {
    deck: string;
    hours: number;
    change_by: number;
    cite: string;
  }

  interface DeckCutJson {
    event: "DeckCut";
    depth: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The deck that is not in turn is in the shuffler, which shuffles it. */
  interface DeckLoadedJson {
    event: "DeckLoaded";
    deck: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface DeckRemovedJson {
    event: "DeckRemoved";
    deck: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** `order` is the deck from the top; it is empty if nobody knows it, as after a shuffle of real cards. */
  interface DeckShuffledJson {
    event: "DeckShuffled";
    deck: number;
    /** only if this person may see them */
    order?: string[];
    way: string;
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface DecksReceivedJson {
    event: "DecksReceived";
    number: number;
    preshuffled: boolean;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface DeviceReturnedJson {
    event: "DeviceReturned";
    device: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface DeviceTakenOutJson {
    event: "DeviceTakenOut";
    device: string;
    how: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The floorperson accepts or refuses a wager because the count of chips differs. */
  interface DifferenceDecidedJson {
    event: "DifferenceDecided";
    box: number;
    wager: string;
    accepted: boolean;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface DropEmptiedJson {
    event: "DropEmptied";
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The edition of a table before a day and from that day on; the second is empty if none is in force. */
  interface EditionChangeJson {
    before: string;
    after: string;
  }

  /** The request was carried out; there is nothing to say about it. */
  interface EmptyAnswer {
  }

  /** The events of one entry. */
  interface EntryEvents {
    seq: number;
    events: (ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson)[];
  }

  /** A new entry: its events, and what it changed in the view. `own` is missing if it did not change. */
  interface EntryMessage {
    type: "entry";
    seq: number;
    events: (ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson)[];
    /** Each change by its path, such as `round/boxes/3/left`; the empty path is the whole. */
    shared: Record<string, JsonValue>;
    own?: Record<string, JsonValue>;
    beside?: BesideView;
  }

  /** The number of an entry in the table's stream, and its position in the whole ledger. */
  interface EntryPlaceJson {
    seq: number;
    position: number;
  }

  /** One value that a field can take. */
  interface FieldChoice {
    value: string;
    label: string;
  }

  /** Who put the house file in force, and when, in milliseconds; `house` if the house was started with it. */
  interface FileInForce {
    by: string;
    role: string;
    at: number;
    digest: string;
  }

  /** `difference`: the counted drop less the drop in the books, in cents, if a drop was counted. `waits`: whether a correction waits for a second person. */
  interface FloorAnswer {
    difference?: number;
    waits?: boolean;
  }

  /** The dealer collects the forfeited wagers that still lie on a box. */
  interface ForfeitsCollectedJson {
    event: "ForfeitsCollected";
    box: number;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The line that is wrong, 0 if none is; and what is right: an amount such as `$20`, or the letter of a choice. */
  interface GivenAnswer {
    line: number;
    right?: string;
  }

  /** The answers to a test, in the order of its questions. */
  interface GivenAnswers {
    table: string;
    candidate: string;
    answers: GivenAnswer[];
  }

  /** A player at a practice house, without a password. */
  interface GuestName {
    name: string;
  }

  interface HandAdvice {
    cards: string;
    decision: string;
    best: string;
    choices: Record<string, ChoiceOdds>;
  }

  interface HandChosenJson {
    event: "HandChosen";
    box: number;
    hand: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A losing hand goes to the discard rack after it was turned up and settled. */
  interface HandCollectedJson {
    event: "HandCollected";
    box: number;
    /** only if this person may see them */
    cards?: string[];
    cite: string;
    /** how many cards, seen or not */
    number?: number;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface HandJson {
    player: string;
    cards: string[];
    hand: number | null;
  }

  /** Payments of the round under way that the rack cannot cover are made by hand. */
  interface HandPayOrder {
    id: string;
  }

  /** The hands and piles as far as the person may see them. */
  interface HandsJson {
    boxes: Record<string, HandJson>;
    dealer: string[];
    community: string[];
    bonus_box: string[];
    burned: string[];
    rack: string[];
    unknown: number;
  }

  /** A signed head: the number of entries, the Merkle root, and the text that is signed. */
  interface HeadJson {
    size: number;
    root: string;
    at: number;
    text: string;
  }

  /** The file in force, the coming editions, the tables that wait, and why no round begins at others. */
  interface HouseChangesAnswer {
    today: string;
    tables: string[];
    file: FileInForce;
    coming: ComingEditionsJson | null;
    waiting: WaitingTableJson[];
    blocked: Record<string, string>;
  }

  /** Every violation of a house file, or what it changes at each table; and whether it is in force now. */
  interface HouseFileAnswer {
    approved: boolean;
    violations: ViolationJson[];
    tables: Record<string, "new" | "changed" | "left out">;
    in_force: boolean;
  }

  /** The house: its tables, each with its regulation, and the key that signs its ledger. */
  interface HouseShown {
    facility: string;
    tables: Record<string, string>;
    public_key: string;
    suspended: boolean;
  }

  /** A house file to check. `odds` asks for the edge of each of its choices too, which takes longer. */
  interface HouseText {
    text: string;
    odds?: boolean;
  }

  /** An incident by its number in the ledger: when it was recorded, in milliseconds, what happened and what to do. */
  interface IncidentJson {
    number: number;
    at: number;
    happened: string;
    to_do: string;
  }

  /** A sentence on the felt, or on a sign if `or_sign`. */
  interface InscriptionJson {
    shows: string;
    text: string;
    cite: string;
    or_sign: boolean;
  }

  /** Two people counted the table inventory: it holds `amount`, and the books had `was`. The `first` count of a table differs from no count before: its chips come from the cage. */
  interface InventoryCountedJson {
    event: "InventoryCounted";
    amount: number;
    was: number;
    first: boolean;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** `effects` names what follows, with commas between. */
  interface IrregularityFoundJson {
    event: "IrregularityFound";
    found: string;
    effects: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The dealer reports what would void the round; the table waits until the floorperson confirms or refuses it. `place` is a box number, a pile or `deck`, and `number` the cards found there; empty and -1 if it is not a number. */
  interface IrregularityReportedJson {
    event: "IrregularityReported";
    found: string;
    place: string;
    number: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A hand is up and wins from a meter: the amount leaves the meter and waits for the payment of this wager. */
  interface JackpotLockedJson {
    event: "JackpotLocked";
    box: number;
    wager: string;
    meter: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A correction: a locked amount that is not paid goes back to its meter. */
  interface JackpotReleasedJson {
    event: "JackpotReleased";
    box: number;
    wager: string;
    meter: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A payment from a progressive meter. */
  interface JackpotSummaryJson {
    box: number;
    wager: string;
    meter: string;
    amount: number;
  }

  interface JsonValue {
  }

  /** Everything about a table that stays the same from round to round; amounts in cents. */
  interface LayoutAnswer {
    table: string;
    facility: string;
    regulation: string;
    title: string;
    jurisdiction: string;
    authority: string;
    operator: string;
    version: CitedTitle;
    digest: string;
    boxes: number;
    boxes_cite: string;
    adjacent_boxes: number;
    physical: boolean;
    device: string;
    device_title: string;
    shuffler: string;
    decks: number;
    backs: string[];
    payout_limit: number | null;
    limit_notice: number | null;
    inscriptions: InscriptionJson[];
    markings: MarkingJson[];
    wagers: WagerLayout[];
    required_any: string[];
    relations: StakeRelation[];
    awards: AwardLayout[];
    decisions: DecisionLayout[];
    piles: PileLayout[];
    paytables: Record<string, PaytableLayout>;
    showdown: ShowdownLayout | null;
    meters: MeterLayout[];
    practice: boolean;
    sign: SignJson;
  }

  interface LayoutPaytableRow {
    pattern: string;
    title: string;
    pays: string;
    by_column: string[];
    cite: string;
    cites: string[];
  }

  /** `streams` gives the last entry of each stream; `suspended` says why no table acts, empty if all do. */
  interface LedgerAnswer {
    size: number;
    streams: Record<string, number>;
    storage: string;
    key: string;
    suspended: string;
    heads: number;
    newest: HeadJson[];
    verification: VerificationJson;
  }

  /** A wager and what may be staked on it. */
  interface LimitJson {
    wager: string;
    stakes: string;
  }

  /** Announced limits are withdrawn. */
  interface LimitsTakenBack {
    id: string;
    reason?: string;
  }

  /** The tables that a newcomer chooses from. */
  interface Lobby {
    facility: string;
    practice: boolean;
    address: string;
    denominations: number[];
    tables: LobbyTable[];
  }

  /** A table as the lobby lists it; amounts in cents. */
  interface LobbyTable {
    name: string;
    regulation: string;
    title: string;
    jurisdiction: string;
    seats: Record<string, string>;
    boxes: number;
    minimum: number;
    maximum: number;
    meters: Record<string, number>;
    phase: string | null;
    rounds: number;
    dealt: string;
    closed: string;
  }

  /** An answer beside what is right. */
  interface MarkedQuestion {
    number: number;
    topic: string;
    clause: string;
    answer: TestReply;
    due: TestDue;
    why: string;
    points: number;
    possible: number;
  }

  interface MarkingJson {
    shows: string;
    wager: string | null;
    pile: string | null;
    or_sign: boolean;
    cite: string;
    also: string[];
  }

  /** The marks, and the certificate as a signed note if the test is passed. */
  interface MarksAnswer {
    passed: boolean;
    points: number;
    possible: number;
    needed_percent: number;
    topics: Record<string, Points>;
    clauses: Record<string, Points>;
    questions: MarkedQuestion[];
    /** a signed note, for `pitboss verify` */
    certificate: string | null;
  }

  interface MeterLayout {
    name: string;
    title: string;
    wager: string;
    seed: number;
    reset: number;
  }

  /** Undoes what a void round put into a meter, or took from it (a negative amount). */
  interface MeterLoweredJson {
    event: "MeterLowered";
    meter: string;
    amount: number;
    carry: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A meter through a round: before + raised - paid + filled - lowered + elsewhere = after. */
  interface MeterMovesJson {
    before: number;
    raised: number;
    paid: number;
    filled: number;
    lowered: number;
    elsewhere: number;
    after: number;
  }

  /** Whole cents move to the meter; `carry` is the exact rest that waits, as a fraction of a cent. */
  interface MeterRaisedJson {
    event: "MeterRaised";
    meter: string;
    amount: number;
    carry: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The house fills the meter up to its reset amount. */
  interface MeterResetJson {
    event: "MeterReset";
    meter: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface MeterRuleJson {
    least_seed: number | null;
    least_rate: string | null;
  }

  /** What a shared meter shows at this table before the events that follow, because other tables have moved it. */
  interface MeterShownJson {
    event: "MeterShown";
    meter: string;
    amount: number;
    carry: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A progressive meter and what it shows, or its starting amount if no table runs yet. */
  interface MeterSignJson {
    name: string;
    title: string;
    amount: string;
    is_live: boolean;
  }

  interface MeterSums {
    link: string;
    meter: string;
    seed: number;
    contribution: number;
    given_back: number;
    win: number;
    win_undone: number;
    reset: number;
  }

  interface MomentJson {
    seq: number;
    position: number;
    at: number;
    by: string;
    role: string;
    command: string;
    id?: string;
    part: number;
    event: ChipsBoughtJson | ChipsCashedJson | SeatTakenJson | SeatLeftJson | SeatFreedJson | TableFilledJson | TableCreditedJson | InventoryCountedJson | DropEmptiedJson | PaymentCorrectedJson | BoxPaymentCorrectedJson | PayoutHeldJson | PayoutMadeJson | DecksReceivedJson | DeckAddedJson | StepPerformedJson | DeckLoadedJson | DeckShuffledJson | DeckCutJson | RecutOrderedJson | ShuffleOrderedJson | TableIdledJson | DeckRemovedJson | DeviceTakenOutJson | DeviceReturnedJson | CardsReadJson | BetsOpenedJson | BetsWithdrawnJson | RoundCompletedJson | RoundVoidedJson | MeterRaisedJson | MeterLoweredJson | MeterShownJson | WagerPlacedJson | CouponPlacedJson | HandChosenJson | BetsClosedJson | ChipsCountedJson | DifferenceDecidedJson | WagersCollectedJson | MeterResetJson | JackpotLockedJson | JackpotReleasedJson | CardsDealtJson | CardsTurnedJson | CardsCorrectedJson | ChoiceCorrectedJson | WagerRestoredJson | CardDiscardedJson | CardBurnedJson | CardsRevealedJson | CardsCollectedJson | HandCollectedJson | ChoiceMadeJson | NoChoiceMadeJson | WagerReturnedJson | WagerForfeitedJson | ForfeitsCollectedJson | WagerCollectedJson | WagerPaidJson | AwardPaidJson | ValidationAskedJson | WinValidatedJson | StubCountedJson | IrregularityReportedJson | ReportRefusedJson | IrregularityFoundJson | PaymentTakenBackJson | CouponReturnedJson | WagersAbandonedJson;
    gist: string;
    text: string;
  }

  interface NamedFigures {
    stakes: Record<string, number>;
    variance: string;
    /** settled */
    settled: number;
    /** handle */
    handle: number;
    /** withdrawn */
    withdrawn: number;
    /** returned */
    returned: number;
    /** paid */
    paid: number;
    /** on coupons */
    on_coupons: number;
    /** from meters */
    from_meters: number;
    /** to meters */
    to_meters: number;
    /** win */
    win: number;
    /** of handle */
    hold: string | null;
    /** of handle, for reading */
    hold_float: number | null;
    /** theory */
    expected: string | null;
    /** theory, for reading */
    expected_float: number | null;
    /** theory of handle */
    expected_hold: string | null;
    /** theory of handle, for reading */
    expected_hold_float: number | null;
    /** luck */
    surplus: string | null;
    /** luck, for reading */
    surplus_float: number | null;
    /** deviation */
    standard_deviation: number;
    wager: string;
  }

  /** A house file for the running house. It is put in force, or only checked. */
  interface NewHouseFile {
    id: string;
    text: string;
    put_in_force?: boolean;
  }

  /** New limits of a wager, in cents. If people play, they were told, and a sign at the table says so. */
  interface NewLimits {
    id: string;
    wager: string;
    minimum: number;
    maximum: number;
    announced?: boolean;
    sign_posted?: boolean;
  }

  /** A person's own new password, and the one until now. */
  interface NewPassword {
    old: string;
    new: string;
  }

  /** The next step that the regulation orders at a table. `command` takes it; None if players or cards come first. */
  interface NextStepView {
    by: "dealer" | "floorperson" | "player";
    title: string;
    cite: string;
    command: string | null;
    says: string;
    steps: StepPart[];
    reads: number;
    places?: string[];
    turns?: string;
    unread?: string;
    box?: number;
    action?: ActionView;
  }

  /** The player of a box has left and made no choice; `stands` is the choice that changes no wager by itself. */
  interface NoChoiceMadeJson {
    event: "NoChoiceMade";
    box: number;
    decision: string;
    stands: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The wagers and paytables whose odds can be asked for. */
  interface OddsCatalogueJson {
    regulation: string;
    title: string;
    jurisdiction: string;
    boxes: number;
    wagers: Record<string, string[]>;
    titles: Record<string, string>;
    decides: string;
    options: OddsOptionJson[];
  }

  /** Exact odds of a wager and paytable: fractions as text, floats for reading. */
  interface OddsJson {
    regulation: string;
    wager: string;
    paytable: string;
    options: Record<string, number | string>;
    cite: string;
    total: number;
    rows: OddsRowJson[];
    expected: string | null;
    house_edge: number | null;
    hit_frequency: number;
    variance: number | null;
    standard_deviation: number | null;
    stake: number;
    known?: string;
    boxes?: number;
    average_stake?: string;
    average_stake_exact?: string;
    average_stake_float?: number;
    element_of_risk?: number;
    element_of_risk_float?: number;
    element_of_risk_exact?: string;
    fixed?: string;
    meters?: Record<string, string>;
    break_even?: string | BreakEvenPlane;
    envy_per_other_box?: string;
    seeds?: Record<string, number>;
    shown?: Record<string, number>;
  }

  /** A reading of an unclear clause; `values` is null if any amount may be chosen. */
  interface OddsOptionJson {
    option: string;
    values: string[] | null;
    in_force: number | string;
    ruling: string;
    doubt: string;
  }

  interface OddsRowJson {
    pattern: string;
    pays: string | null;
    count: number;
  }

  interface OptionJson {
    option: string;
    values: string[];
    default: number | string;
    ruling: string;
  }

  interface PaidRowJson {
    title: string;
    pays: string;
  }

  /** The result of one wager or award of a box, for the dealer who pays and takes. */
  interface PayLine {
    box: number;
    item: string;
    stake: number;
    returned: number;
    amount: number;
    why: string;
    cite: string;
    player: string;
    title: string;
    does: string;
    chips: number[][];
    validated: boolean;
    waits: boolean;
    done: boolean;
  }

  /** A payment is corrected: chips go to the player or, if the amount is negative, to the table. */
  interface PaymentCorrectedJson {
    event: "PaymentCorrected";
    player: string;
    amount: number;
    reason: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A payment that the floorperson corrected; negative if the player gave chips back. */
  interface PaymentCorrectionJson {
    at: number;
    by: string;
    player: string;
    amount: number;
    reason: string;
    cite: string;
  }

  /** A payment that differs from what was due. Box 0 stands for a meter. */
  interface PaymentDifferenceJson {
    box: number;
    item: string;
    due: number;
    paid: number;
    clause: string;
  }

  interface PaymentTakenBackJson {
    event: "PaymentTakenBack";
    box: number;
    item: string;
    amount: number;
    meter: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A payment is owed to a player at the desk: its chips stay in the rack, and the cage pays it by hand. `needs` names the signatures that it takes, in their order, with commas between them. */
  interface PayoutHeldJson {
    event: "PayoutHeld";
    box: number;
    item: string;
    player: string;
    round: number;
    amount: number;
    stake: number;
    winnings: number;
    meter: string;
    hand: string;
    needs: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The cage has paid a payment by hand. */
  interface PayoutMadeJson {
    event: "PayoutMade";
    box: number;
    item: string;
    player: string;
    round: number;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The payment was handed over; a check has its number as the reference. */
  interface PayoutPayment {
    id: string;
    method: "cash" | "check" | "cash and check";
    reference?: string;
  }

  /** A signature for a part of a payment. The note is a number of the surveillance log or of a Form W-2G. */
  interface PayoutSignature {
    id: string;
    part: "prepared" | "verified" | "surveillance" | "manager" | "tax";
    note?: string;
  }

  /** A payment that the desk owes, in cents. `missing` are the signatures that it takes, the next one first. */
  interface PayoutView {
    id: string;
    round: number;
    box: number;
    title: string;
    player: string;
    amount: number;
    hand: string;
    missing: string[];
    methods: ("cash" | "check" | "cash and check")[];
  }

  /** The document of a payment is void, and is prepared again. */
  interface PayoutVoid {
    id: string;
    reason: string;
  }

  /** A column for a number of boxes in the round, or for a stake. */
  interface PaytableColumn {
    title: string;
    boxes: number | null;
    stake: number | null;
  }

  interface PaytableJson {
    cite: string;
    by_boxes: number[] | null;
    by_stake: number[] | null;
    rows: PaytableRowJson[];
    meters: Record<string, MeterRuleJson>;
  }

  interface PaytableLayout {
    id: string;
    title: string;
    pays_for: string[];
    cite: string;
    cites: string[];
    hand: string;
    envy: boolean;
    notes: string[];
    columns: PaytableColumn[];
    rows: LayoutPaytableRow[];
    meters: string[];
  }

  interface PaytableRowJson {
    pattern: string;
    pays: string[];
    cites: string[];
  }

  /** A paytable as it is printed. */
  interface PaytableSignJson {
    title: string;
    detail: string;
    columns: string[];
    by_boxes: number[];
    rows: SignRowJson[];
    notes: string[];
  }

  /** Statistical drop and win up to the end of the day; `drop` is null as long as it is not counted. */
  interface PeriodToDate {
    rounds: number;
    void: number;
    drop: number | null;
    win: number;
    win_to_drop: number | null;
  }

  /** The person whose sessions end. */
  interface PersonNamed {
    name: string;
  }

  /** The person who is signed in. `tables` are the only tables; empty means every table. */
  interface PersonShown {
    name: string;
    role: string;
    tables: string[];
  }

  interface PileLayout {
    name: string;
    title: string;
    cards: number;
    at: string;
    if_placed: string | null;
    cite: string;
  }

  interface PileView {
    cards: string[];
    down: number;
  }

  /** The connection is alive; `now` is the time of the house in milliseconds. */
  interface PingMessage {
    type: "ping";
    now: number;
  }

  interface PlacedIrregularity {
    round: string | null;
    at: number;
    found: string;
    effects: string;
    cite: string;
  }

  interface PlacedJackpot {
    round: string | null;
    at: number;
    box: number;
    player: string;
    wager: string;
    pattern: string;
    meter: string;
    amount: number;
    cite: string;
  }

  interface Points {
    points: number;
    possible: number;
  }

  /** The two-sided probability of a result: `exact`, `approximate`, or a bound (`at most`). */
  interface ProbabilityJson {
    value: number;
    how: string;
    is_outside: boolean;
  }

  /** Why a request is refused or has failed. */
  interface Problem {
    code: string;
    reason: string;
    clause?: string;
    open_now?: string;
  }

  /** A message of this client cannot be used. */
  interface ProblemMessage {
    type: "problem";
    code: string;
    reason: string;
  }

  /** Entries with their Merkle paths, and the signed head that they lead to. */
  interface ProofAnswer {
    format: string;
    head: string;
    entries: ProofEntryJson[];
  }

  interface ProofEntryJson {
    body: string;
    path: string[];
    position: number;
  }

  /** At a practice house, what the player can expect of the round. */
  interface ProspectView {
    round: number;
    staked: number;
    mean: string;
    float: number;
    deviation: number;
    wagers: Record<string, number>;
  }

  /** A count of a table inventory or a drop box that waits for a second person. Who only counts is told no amounts. */
  interface RackCountView {
    id: string;
    kind: "opener" | "inventory" | "closer" | "drop";
    by: string;
    amount: number | null;
    chips: number[][];
  }

  /** The table inventory, if the house counts its racks: what it holds by the books, and the counts that wait. */
  interface RackView {
    state: "" | "open" | "shut";
    amount: number | null;
    box: boolean;
    counts: RackCountView[];
    payouts: PayoutView[];
  }

  /** The newest entries, as far as the house remembers them. */
  interface RecentMessage {
    type: "recent";
    entries: EntryEvents[];
  }

  /** A client that has just come asks for the newest entries. */
  interface RecentRequest {
    type: "recent";
  }

  interface RecordedBoxJson {
    box: number;
    player: string;
    decisions: (string | null)[];
    wagers: Record<string, number>;
    cards?: string[];
    hand?: number;
    match_play?: Record<string, number>;
    abandoned?: boolean;
  }

  /** The round as `pitboss settle` and `pitboss audit` read it. */
  interface RecordedRoundJson {
    round: string;
    regulation: string;
    edition?: string;
    paytables: Record<string, string>;
    options: Record<string, number | string>;
    meters: Record<string, number>;
    seeds: Record<string, number>;
    boxes: RecordedBoxJson[];
    dealer: string[];
    community: string[];
    bonus_box: string[];
    paid: Record<string, Record<string, number>>;
    payout_limit?: number;
    version?: string;
  }

  interface RecutOrderedJson {
    event: "RecutOrdered";
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface RefusedJson {
    seq: number;
    position: number;
    at: number;
    by: string;
    role: string;
    command: string;
    id?: string;
    code: string;
    clause: string;
    reason: string;
  }

  /** This client's command is refused; `clause` and `open_now` are empty if no clause refuses it. */
  interface RefusedMessage {
    type: "refused";
    id: string;
    code: string;
    reason: string;
    clause: string;
    open_now: string;
  }

  /** A regulation in full. `dealing` gives the rows of each device. */
  interface RegulationJson {
    id: string;
    edition: string;
    effective: string | null;
    until: string | null;
    revision: number;
    title: string;
    jurisdiction: string;
    authority: string;
    boxes: number;
    devices: string[];
    versions: string[];
    clauses: number;
    dealing: Record<string, DealingRowJson[]>;
    wagers: WagerJson[];
    awards: AwardJson[];
    paytables: Record<string, Record<string, PaytableJson>>;
    options: OptionJson[];
    rulings: RulingJson[];
  }

  interface RegulationSummaryJson {
    id: string;
    edition: string;
    effective: string | null;
    until: string | null;
    revision: number;
    title: string;
    jurisdiction: string;
    authority: string;
    boxes: number;
    devices: string[];
    versions: string[];
    clauses: number;
    wagers: string[];
    awards: string[];
    paytables: Record<string, string[]>;
    options: string[];
    rulings: number;
  }

  /** A dealer who takes over the console of a table. */
  interface Relief {
    badge: string;
    pin: string;
    table: string;
  }

  /** Everything about a round; a player sees no hand that nobody turned up, and no recorded round. */
  interface ReplayAnswer {
    round: string;
    regulation: string;
    status: "completed" | "void";
    rules: RulesReference;
    device: string;
    start: number;
    end: number;
    first: EntryPlaceJson;
    last: EntryPlaceJson;
    shuffle: ShuffleJson;
    moments: MomentJson[];
    refused: RefusedJson[];
    hands: HandsJson;
    boxes: SettledBoxJson[];
    differences: PaymentDifferenceJson[];
    meters: Record<string, MeterMovesJson>;
    corrections: CorrectionJson[];
    recorded: RecordedRoundJson | null;
    why_not_recorded: string | null;
  }

  interface ReportColumnJson {
    key: string;
    title: string;
    kind: string;
  }

  /** The floorperson did not find what was reported: the round goes on. */
  interface ReportRefusedJson {
    event: "ReportRefused";
    found: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Net revenue by the formula of COMAR 36.05.03.15 D: the change of the rack, credits and drop, less fills. */
  interface Revenue {
    drop: number;
    fills: number;
    credits: number;
    rack_change: number;
    net_revenue: number;
    win_to_drop: number | null;
  }

  /** Every card is in the discard rack, in an order from which each hand can be rebuilt. */
  interface RoundCompletedJson {
    event: "RoundCompleted";
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface RoundCounts {
    completed: number;
    void: number;
  }

  /** One round at a glance. Amounts are in cents; `paid` includes the stakes that were given back. */
  interface RoundSummaryJson {
    id: string;
    regulation: string;
    status: "completed" | "void" | "under way";
    start: number;
    end: number | null;
    boxes: Record<string, string>;
    staked: number;
    paid: number;
    net: Record<string, number>;
    largest: number;
    irregularities: string[];
    jackpots: JackpotSummaryJson[];
    first: EntryPlaceJson;
    last: EntryPlaceJson;
  }

  interface RoundView {
    number: number;
    boxes: Record<string, BoxView>;
    piles: Record<string, PileView>;
  }

  interface RoundVoidedJson {
    event: "RoundVoided";
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Rounds, newest first. `next` continues the list as `before`; `total` is null if they are too many to count. */
  interface RoundsAnswer {
    rounds: RoundSummaryJson[];
    next: number | null;
    total: number | null;
  }

  /** The entry of the house's stream with the house file, and the digest of the table's rules. */
  interface RulesReference {
    house: number;
    digest: string;
  }

  interface RulingJson {
    id: string;
    clauses: string[];
    doubt: string;
    reading: string;
    alternatives: string[];
    option: string | null;
  }

  /** A sale of chips to a player, as a command: `player ann buys $500`. */
  interface SaleOrder {
    id: string;
    command: string;
  }

  /** The floor frees the box of a player who is gone. The player did nothing. */
  interface SeatFreedJson {
    event: "SeatFreed";
    box: number;
    player: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface SeatLeftJson {
    event: "SeatLeft";
    box: number;
    player: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface SeatTakenJson {
    event: "SeatTaken";
    box: number;
    player: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** An open session. */
  interface SessionJson {
    name: string;
    role: string;
    tables: string[];
    since: number;
    until: number;
  }

  /** A new session. The token is also set as a cookie, for pages. */
  interface SessionOpened {
    name: string;
    role: string;
    tables: string[];
    token: string;
  }

  interface SettledBoxJson {
    box: number;
    player: string;
    net: number;
    lines: SettledLineJson[];
  }

  interface SettledLineJson {
    item: string;
    stake: number;
    outcome: string;
    returned: number;
    amount: number;
    net: number;
    pattern: string | null;
    odds: string | null;
    sum: string;
    meter: string | null;
    hand_of: number | null;
    cite: string;
  }

  /** The rounds of a shift, and the drop of its hours. */
  interface ShiftPart {
    name: string;
    completed: number;
    void: number;
    handle: number;
    win: number;
    expected: number | null;
    drop: number | null;
  }

  interface ShowdownLayout {
    qualifies: string;
    title: string;
    pays: ShowdownPay[];
    unqualified: UnqualifiedOutcome[];
    cite: string;
  }

  interface ShowdownPay {
    wager: string;
    title: string;
    pays: string;
  }

  /** The shuffle of a round; a player is told the commitment alone. */
  interface ShuffleJson {
    commitment: string | null;
    deck?: number;
    way?: string;
    order?: string[];
    cuts?: number[];
    salt?: string;
    by_seed?: boolean;
  }

  interface ShuffleOrderedJson {
    event: "ShuffleOrdered";
    deck: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A person with a password. */
  interface SignIn {
    name: string;
    password: string;
  }

  /** A whole sign, from top to bottom. */
  interface SignJson {
    facility: string;
    title: string;
    table: string;
    statements: string[];
    meters: MeterSignJson[];
    limits: LimitJson[];
    paytables: PaytableSignJson[];
    notes: string[];
    rules: string;
  }

  /** A line of a paytable: the hand, and what it pays in each column. */
  interface SignRowJson {
    hand: string;
    pays: string[];
  }

  interface SignatureJson {
    role: string;
    name: string;
    at: number;
  }

  /** A slip with its code: the text, and the rows of dark and light modules. */
  interface SlipDocument {
    number: number;
    kind: string;
    title: string;
    table: string;
    game: string;
    day: string;
    shift: number;
    at: number;
    facts: string[][];
    chips: number[][];
    amount: number;
    signatures: SignatureJson[];
    state: string;
    marks: string[];
    prints: number;
    facility: string;
    code: string;
    modules: string[];
  }

  /** A slip. `marks` is what is written across it: void, reprint, or that it waits; amounts in cents. */
  interface SlipJson {
    number: number;
    kind: string;
    title: string;
    table: string;
    game: string;
    day: string;
    shift: number;
    at: number;
    facts: string[][];
    chips: number[][];
    amount: number;
    signatures: SignatureJson[];
    state: string;
    marks: string[];
    prints: number;
  }

  /** A message about a slip. The same id twice has one effect. */
  interface SlipOrder {
    id: string;
  }

  interface SlipVoid {
    id: string;
    reason: string;
  }

  /** The whole table: what everybody sees, and what this person sees besides it or instead of it. If other tables have moved its meters, only what has changed. */
  interface SnapshotMessage {
    type: "snapshot";
    seq: number;
    /** Each change by its path, such as `round/boxes/3/left`; the empty path is the whole. */
    shared: Record<string, JsonValue>;
    own?: Record<string, JsonValue>;
    beside?: BesideView;
  }

  /** A client asks for the whole table. */
  interface SnapshotRequest {
    type: "snapshot";
  }

  /** `least` <= wager / to <= `most`, as ratios in text. */
  interface StakeRelation {
    wager: string;
    to: string;
    least: string | null;
    most: string | null;
    cite: string;
  }

  /** A new status: `closing` (no further round begins), `closed` (the drop is counted), or `open`. */
  interface StatusOrder {
    id: string;
    order: "closing" | "closed" | "open";
    counted?: number;
  }

  /** One part of a step, and its clause. */
  interface StepPart {
    text: string;
    cite: string;
  }

  interface StepPerformedJson {
    event: "StepPerformed";
    step: string;
    who: string;
    deck: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The optimal strategy as rules for each decision; with a hand, the value of each choice. */
  interface StrategyAnswer {
    regulation: string;
    wager: string;
    paytable: string;
    rules: Record<string, string[]>;
    hand?: HandAdvice;
  }

  /** When the stub is counted next. */
  interface StubCount {
    rounds: number;
    text: string;
    cite: string;
  }

  interface StubCountedJson {
    event: "StubCounted";
    number: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A floorperson's tables, those that count, how many may, and the clause that says so. */
  interface SupervisedJson {
    name: string;
    tables: string[];
    counted: string[];
    most: number;
    clause: string;
    within: boolean;
  }

  /** Who supervises which tables, and the tables that nobody supervises. */
  interface SupervisionJson {
    floorpersons: SupervisedJson[];
    unsupervised: string[];
  }

  /** No table acts, because the ledger cannot store anything. */
  interface SuspendedMessage {
    type: "suspended";
    reason: string;
  }

  interface TableCreditedJson {
    event: "TableCredited";
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface TableEdges {
    table: string;
    regulation: string;
    version: string;
    options: Record<string, number | string>;
    wagers: WagerEdge[];
    together: CombinedEdge[];
    unpriced: Record<string, string>;
  }

  interface TableFilledJson {
    event: "TableFilled";
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface TableIdledJson {
    event: "TableIdled";
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A test as it is set. */
  interface TableTestAnswer {
    id: string;
    table: string;
    regulation: string;
    title: string;
    candidate: string;
    needed_percent: number;
    paytables: TestPaytable[];
    questions: TestQuestion[];
  }

  /** The table as the person who asks may see it: a player's own cards and chips, the staff's work. */
  interface TableView {
    timer?: TimerView;
    advice?: AdviceView;
    prospect?: ProspectView;
    table: string;
    regulation: string;
    seats: Record<string, string>;
    meters: Record<string, number>;
    phase: string | null;
    turn: TurnView | null;
    round: RoundView | null;
    last: RoundView | null;
    seq: number;
    rounds: number;
    back: string | null;
    closed: "" | "closing" | "closed";
    commitment: string | null;
    rules: string;
    coming_limits: ComingLimits[];
    player?: string;
    rack?: number;
    actions?: ActionView[];
    racks?: Record<string, number>;
    inventory?: number;
    counted_rack?: RackView;
    drop?: number;
    out_of_service?: Record<string, string>;
    waiting?: ((number | string)[])[];
    dealer?: string;
    transfers?: TransferView[];
    next?: NextStepView;
    pays?: PayLine[];
    clear?: ClearingStep[];
    stub_count?: StubCount;
    deck_age?: DeckAge[];
  }

  /** The tables that a floorperson supervises; empty means every table. */
  interface TablesAssigned {
    name: string;
    tables: string[];
  }

  /** The table takes the house file in force: at once, or after the round under way. */
  interface TakeRules {
    id: string;
  }

  interface TestDue {
    lines: number[];
    right: string;
  }

  /** What is done at the table. `asks`: what to say besides if the line is wrong. */
  interface TestLine {
    number: number;
    text: string;
    asks: "" | "amount" | "consequence";
  }

  /** A test on the game of a table. The same id sets the same test. */
  interface TestOrder {
    id: string;
    table: string;
    candidate: string;
  }

  /** A paytable of the table, as its layout has it. */
  interface TestPaytable {
    title: string;
    id: string;
    cite: string;
    rows: PaidRowJson[];
  }

  /** A round, or its beginning; `choices` are what can follow from a finding, by letter. */
  interface TestQuestion {
    number: number;
    lines: TestLine[];
    choices: Record<string, string>;
  }

  interface TestReply {
    line: number;
    right: string;
  }

  /** What an automatic table waits for, until when; times in milliseconds. */
  interface TimerView {
    what: string;
    ends_at: number;
    now: number;
  }

  /** All wagers together; the last four are there if they were asked for. */
  interface TotalFigures {
    stakes: Record<string, number>;
    variance: string;
    /** settled */
    settled: number;
    /** handle */
    handle: number;
    /** withdrawn */
    withdrawn: number;
    /** returned */
    returned: number;
    /** paid */
    paid: number;
    /** on coupons */
    on_coupons: number;
    /** from meters */
    from_meters: number;
    /** to meters */
    to_meters: number;
    /** win */
    win: number;
    /** of handle */
    hold: string | null;
    /** of handle, for reading */
    hold_float: number | null;
    /** theory */
    expected: string | null;
    /** theory, for reading */
    expected_float: number | null;
    /** theory of handle */
    expected_hold: string | null;
    /** theory of handle, for reading */
    expected_hold_float: number | null;
    /** luck */
    surplus: string | null;
    /** luck, for reading */
    surplus_float: number | null;
    /** deviation */
    standard_deviation: number;
    variance_at_most: string;
    deviations: number | null;
    deviations_at_least: number | null;
    variance_exact?: string;
    deviations_exact?: number;
    no_exact_variance?: string;
    probability?: ProbabilityJson;
  }

  /** A fill or credit that a person asks for, in cents; by denomination, if the house counts its racks. */
  interface TransferOrder {
    id: string;
    kind: "fill" | "credit";
    amount: number;
    chips?: ChipNumber[];
  }

  /** Confirms a fill, a credit or a correction, or withdraws it. If the house counts its racks, a fill or credit names the cashier and the person who carried the chips. */
  interface TransferReply {
    id: string;
    answer: "confirm" | "withdraw";
    cashier?: string;
    security?: string;
  }

  /** Chips that someone asked to move: between the cage and the table, to a player, or to correct a payment. */
  interface TransferView {
    id: string;
    kind: "fill" | "credit" | "correction" | "sale";
    amount: number;
    by: string;
    second: string;
    command: string;
    chips: number[][];
  }

  /** The box that decides now. */
  interface TurnView {
    box: number;
    decision: string;
    choices: string[];
  }

  /** The result of a wager if the dealer does not qualify. */
  interface UnqualifiedOutcome {
    wager: string;
    does: string;
    pays: string | null;
    cite: string;
  }

  /** The dealer has verified a progressive win, which now waits for the floorperson. */
  interface ValidationAskedJson {
    event: "ValidationAsked";
    box: number;
    item: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A verification under way, or the last one. */
  interface VerificationJson {
    state: "never" | "running" | "whole" | "broken" | "failed";
    began?: number;
    by?: string;
    books?: boolean;
    done?: number;
    of?: number;
    ended?: number;
    reason?: string;
    position?: number;
    stream?: string;
    seq?: number;
    heads?: number;
    root?: string;
  }

  /** `began` is false if another verification is under way. */
  interface VerifyAnswer {
    began: boolean;
    verification: VerificationJson;
  }

  /** A verification of the whole ledger; `books` also folds every table. */
  interface VerifyOrder {
    books?: boolean;
  }

  /** One choice of an operator that a clause forbids, and its place in the file. */
  interface ViolationJson {
    code: string;
    message: string;
    clause: string;
    file: string;
    line: number;
    column: number;
  }

  interface WagerCollectedJson {
    event: "WagerCollected";
    box: number;
    wager: string;
    stake: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The edge of a wager as offered; `others` are the edges of the paytables that were not chosen. */
  interface WagerEdge {
    wager: string;
    title: string;
    paytable: string;
    stake: number;
    boxes: number | null;
    expected: string | null;
    house_edge: number | null;
    element_of_risk: number | null;
    hit_frequency: number;
    standard_deviation: number | null;
    long_run: number | null;
    note: string | null;
    cite: string;
    others: Record<string, number | null>;
  }

  interface WagerForfeitedJson {
    event: "WagerForfeited";
    box: number;
    wager: string;
    stake: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface WagerJson {
    id: string;
    title: string;
    offered: string;
    placed: string;
    stakes: number[];
    needs_all: string[];
    needs_any: string[];
    paytables: string | null;
    cite: string;
  }

  /** A betting area; stakes in cents. */
  interface WagerLayout {
    name: string;
    title: string;
    cite: string;
    minimum: number | null;
    maximum: number | null;
    stakes: number[];
    limits: string;
    stakes_by: string;
    placed: string;
    required: boolean;
    needs: string[];
    needs_any: string[];
    hand: string;
    paytable: string | null;
    paytable_id: string | null;
    progressive: boolean;
    meters: string[];
    collected: boolean;
    coupons: boolean;
  }

  /** `returned` is the stake given back; `amount` is paid on top: as it was locked, from `meter`, or by the house. */
  interface WagerPaidJson {
    event: "WagerPaid";
    box: number;
    wager: string;
    stake: number;
    pattern: string;
    odds: string;
    returned: number;
    amount: number;
    meter: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** The stake on an area now, and the stake before. */
  interface WagerPlacedJson {
    event: "WagerPlaced";
    box: number;
    wager: string;
    amount: number;
    was: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A wager that a wrongly entered choice had returned or forfeited lies on the layout again. */
  interface WagerRestoredJson {
    event: "WagerRestored";
    box: number;
    wager: string;
    stake: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface WagerReturnedJson {
    event: "WagerReturned";
    box: number;
    wager: string;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  interface WagersAbandonedJson {
    event: "WagersAbandoned";
    box: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** Chips of one wager from all boxes go to the inventory; their number agrees with the count. */
  interface WagersCollectedJson {
    event: "WagersCollected";
    wager: string;
    number: number;
    amount: number;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  /** A table that has not taken the house file in force yet. */
  interface WaitingTableJson {
    table: string;
    edition: string;
    edition_in_file: string;
    is_played: boolean;
    ordered_by: string;
  }

  interface WinValidatedJson {
    event: "WinValidated";
    box: number;
    item: string;
    cite: string;
    /** whom it is about, if neither player nor box says so */
    subject?: string;
    /** the event in words, if a player follows it in words */
    text?: string;
  }

  type ClientMessage = CommandMessage | SnapshotRequest | RecentRequest;
  type HouseMessage = SnapshotMessage | EntryMessage | RecentMessage | AnswerMessage | RefusedMessage | ProblemMessage | SuspendedMessage | PingMessage;

  /** The answer to every question, by its path. */
  interface Gets {
    "/api/me": PersonShown | null;
    "/api/house": HouseShown;
    "/api/tables/{table}": TableView;
    "/api/tables/{table}/layout": LayoutAnswer;
    "/api/rounds": RoundsAnswer;
    "/api/rounds/{table}/{number}": ReplayAnswer;
    "/api/rounds/{table}/{number}/deal": DealAnswer;
    "/api/rounds/{table}/{number}/proof": ProofAnswer;
    "/api/rounds/{table}/{number}/case": string;
    "/api/rounds/{table}/{number}/page": string;
    "/api/head": string;
    "/api/ledger": LedgerAnswer;
    "/api/reports": DayReportJson[];
    "/api/rules": RegulationSummaryJson[];
    "/api/rules/{regulation}": RegulationJson;
    "/api/rules/{regulation}/clauses": ClauseJson[];
    "/api/odds": OddsCatalogueJson[];
    "/api/odds/{regulation}": OddsJson[];
    "/api/odds/{regulation}/{wager}/{paytable}": OddsJson[];
    "/api/strategy/{regulation}": StrategyAnswer;
    "/api/sample-house": string;
    "/api/slips": SlipJson[];
    "/api/slips/{number}": SlipDocument;
    "/api/slips/{number}/pdf": string;
    "/api/house/changes": HouseChangesAnswer;
    "/api/house/file": string;
    "/api/supervision": SupervisionJson;
    "/api/sessions": SessionJson[];
    "/api/incidents": IncidentJson[];
    "/api/alerts": AlertJson[];
    "/api/lobby": Lobby;
  }

  /** What every message takes and what it is answered, by its path. */
  interface Posts {
    "/api/sign-in": { sent: SignIn; answer: SessionOpened };
    "/api/badge": { sent: BadgeShown; answer: SessionOpened };
    "/api/relief": { sent: Relief; answer: SessionOpened };
    "/api/password": { sent: NewPassword; answer: EmptyAnswer };
    "/api/guest": { sent: GuestName; answer: SessionOpened };
    "/api/sign-out": { sent: object; answer: EmptyAnswer };
    "/api/tables/{table}/commands": { sent: CommandSent; answer: CommandAnswer };
    "/api/tables/{table}/cards": { sent: CardsSent; answer: CommandAnswer };
    "/api/ledger/verify": { sent: VerifyOrder; answer: VerifyAnswer };
    "/api/check": { sent: HouseText; answer: CheckAnswer };
    "/api/tables/{table}/standing": { sent: StatusOrder; answer: FloorAnswer };
    "/api/tables/{table}/transfers": { sent: TransferOrder; answer: FloorAnswer };
    "/api/tables/{table}/corrections": { sent: CorrectionOrder; answer: FloorAnswer };
    "/api/tables/{table}/sales": { sent: SaleOrder; answer: FloorAnswer };
    "/api/tables/{table}/transfers/{transfer}": { sent: TransferReply; answer: FloorAnswer };
    "/api/tables/{table}/counts": { sent: CountOrder; answer: FloorAnswer };
    "/api/tables/{table}/counts/{count}": { sent: CountReply; answer: FloorAnswer };
    "/api/tables/{table}/hand-pay": { sent: HandPayOrder; answer: FloorAnswer };
    "/api/tables/{table}/payouts/{payout}/signatures": { sent: PayoutSignature; answer: FloorAnswer };
    "/api/tables/{table}/payouts/{payout}/payment": { sent: PayoutPayment; answer: FloorAnswer };
    "/api/tables/{table}/payouts/{payout}/void": { sent: PayoutVoid; answer: FloorAnswer };
    "/api/slips/{number}/print": { sent: SlipOrder; answer: SlipJson };
    "/api/slips/{number}/void": { sent: SlipVoid; answer: SlipJson };
    "/api/house/file": { sent: NewHouseFile; answer: HouseFileAnswer };
    "/api/tables/{table}/rules": { sent: TakeRules; answer: EmptyAnswer };
    "/api/tables/{table}/limits": { sent: NewLimits; answer: EmptyAnswer };
    "/api/tables/{table}/limits/{change}": { sent: LimitsTakenBack; answer: EmptyAnswer };
    "/api/supervision": { sent: TablesAssigned; answer: SupervisionJson };
    "/api/sessions/end": { sent: PersonNamed; answer: EmptyAnswer };
    "/api/table-tests": { sent: TestOrder; answer: TableTestAnswer };
    "/api/table-tests/{test}": { sent: GivenAnswers; answer: MarksAnswer };
  }
}
