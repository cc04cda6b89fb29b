// Owns the marking of an answer that is JSON text already, so that it is sent without serialising it again.

export class Serialized {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
