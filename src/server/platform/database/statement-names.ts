// Names the statements that PostgreSQL keeps parsed and planned: those that recur, up to a maximum.

/** Every connection keeps its own plans, so they must not grow without limit. */
const MAX_STATEMENTS = 300
/** Texts seen once are remembered up to here, then forgotten together. */
const MAX_SEEN = 2_000
/** Sent once for all, such as the import of many rows; not worth keeping. */
const MAX_STATEMENT_LENGTH = 24_000

/** Planning a read of a table with dozens of partial indexes takes longer than running it. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()

  /** The name under which to prepare `text`; undefined for one that is not worth it. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= MAX_STATEMENTS || text.length > MAX_STATEMENT_LENGTH) return undefined
    if (!this.#seen.has(text)) {
      if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `equipnet_${this.#names.size}`
    this.#names.set(text, name)
    this.#seen.delete(text)
    return name
  }
}
