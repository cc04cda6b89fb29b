// Marks an answer that is already JSON text, so that it is sent without being serialised again.

export class Serialized {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }
}
