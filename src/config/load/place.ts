// Declares a place in a file, at which compilers and rules report what they find.
import type { Code } from './codes.ts'
import type { Context, Report } from './context.ts'
import type { Document, Path } from './document.ts'

/**
 * A place in a file of the configuration.
 *
 * @example
 * const here = new Place(context, document, ['period'])
 * here.at('until').report('period_order', '截止日期早于开始日期')
 */
export class Place<Value = unknown> {
  readonly context: Context
  readonly document: Document<Value>
  readonly path: Path

  constructor(context: Context, document: Document<Value>, path: Path = []) {
    this.context = context
    this.document = document
    this.path = path
  }

  /** The place further inside. */
  at(...keys: Path): Place<Value> {
    return this.in([...this.path, ...keys])
  }

  /** The place of the same file at `path`. */
  in(path: Path): Place<Value> {
    return new Place(this.context, this.document, path)
  }

  report(slug: Code, message: string, more: Omit<Report, 'slug' | 'message'> = {}): void {
    this.context.report(this.document, this.path, { slug, message, ...more })
  }

  /** Reports a name that is not among `known`, and returns whether it is. */
  expect(known: Iterable<string>, found: string, slug: Code, message: string, key = false): boolean {
    const names = [...known]
    if (names.includes(found)) return true
    this.report(slug, message, { found, known: names, ...(key ? { key } : {}) })
    return false
  }

  /** The thing that is called `name` here; what is missing is reported as by `refers`. */
  find<Thing>(
    kind: string,
    title: string,
    name: string,
    known: ReadonlyMap<string, Thing>,
  ): Thing | undefined {
    return this.refers(kind, title, name, known) ? known.get(name) : undefined
  }

  /** Same as `Context.refers` for a name that is written here. */
  refers(kind: string, title: string, name: string, known: Parameters<Context['refers']>[5]): boolean {
    return this.context.refers(this.document, this.path, kind, title, name, known)
  }
}
