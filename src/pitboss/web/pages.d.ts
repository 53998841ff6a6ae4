// Names that the pages give to parts of wire.d.ts, and the elements that lib/cards.js and lib/chips.js define.

declare namespace Wire {
  type Card = string;
  type Phase = NonNullable<TableView["phase"]>;
  type Closed = TableView["closed"];
  type Role = PersonShown["role"];
  type Dealt = LobbyTable["dealt"];
  type ViewMessage = SnapshotMessage | EntryMessage;

  type KnownEvent = EntryEvents["events"][number];
  type KeysOf<Kind> = Kind extends unknown ? keyof Kind : never;
  type ValueOf<Kind, Key> = Kind extends unknown ? (Key extends keyof Kind ? Kind[Key] : never) : never;
  /** An event of any kind: a page reads the fields that it has. */
  type EventAnswer = { event: string; cite: string } & {
    [Key in Exclude<KeysOf<KnownEvent>, "event" | "cite">]?: ValueOf<KnownEvent, Key>;
  };
}

interface HTMLElementTagNameMap {
  "playing-card": HTMLElement;
  "chip-stack": HTMLElement;
}
