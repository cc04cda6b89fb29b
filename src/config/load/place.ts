// Declares a place in a file, at which compilers and rules report what they find.
import { type Code, type MessageCode, messageOf } from './codes.ts'
import type { Context, Report, WrittenOf } from './context.ts'
import type { Document, Path } from './document.ts'

type More = Omit<Report, 'slug' | 'message'>
/** Further facts of a finding, and the values of its message. */
export type Values = More & Readonly<Record<string, unknown>>

/** What `Place.report` takes: `at.report(...finding)`. */
export type Finding = readonly [code: MessageCode, values: Values]

/**
 * A place in a file of the configuration.
 *
 * @example
 * const here = new Place(context, document, ['period'])
 * here.at('to').report('claim_again', { title: '受理', found: 'accepted' })
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

  /** Reports a finding; the table of codes has its message. */
  report(code: MessageCode, values: Values = {}): void {
    const [slug] = code.split('.') as [Code]
    this.context.report(this.document, this.path, { ...values, slug, message: messageOf(code, values) })
  }

  /** Reports a name that is not among `known`, and returns whether it is. */
  expect(known: Iterable<string>, found: string, code: MessageCode, values?: Values): boolean {
    const names = [...known]
    if (names.includes(found)) return true
    this.report(code, { ...values, found, known: names })
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

/** The place in the file of a kind and an id; undefined where there is no such file. */
export function placeOf<Kind extends string>(
  context: Context,
  kind: Kind,
  id: string | undefined,
  path: Path = [],
): Place<WrittenOf<Kind>> | undefined {
  const document = context.of(kind).get(id ?? '')
  return document && new Place(context, document, path)
}
