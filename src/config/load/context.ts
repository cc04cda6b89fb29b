// Keeps the state of one check: documents by kind, and the collected problems.

import type { WrittenFiles } from '#config/generated/written.ts'
import type { RoleModel } from '#shared/access/roles.ts'
import { type Code, isWarning } from './codes.ts'
import { type Document, locatePath, type Path, parseDocument } from './document.ts'
import { ASSETS, kindOf } from './file-kinds.ts'
import { FOLDERS, findMisnamed, toNameMessage } from './file-names.ts'
import { nearestName } from './nearest-name.ts'
import type { Problem } from './problem.ts'
import { SilencedFindings } from './silenced.ts'

/** A finding before its place in the text is looked up. */
export interface Report {
  readonly slug: Code
  readonly message: string
  /** Point at the key rather than the value. */
  readonly key?: boolean
  readonly found?: string
  readonly expected?: string
  /** The only value that would be right here, or at the key that is missing. */
  readonly only?: unknown
  /** Names that would be right; the nearest one is offered. */
  readonly known?: Iterable<string>
  /** Other locations of the same problem. */
  readonly also?: readonly { readonly document: Document; readonly path: Path }[]
}

/** Texts by path, and the paths of those that the portal has from the program. */
export interface Files extends ReadonlyMap<string, string> {
  readonly borrowed?: ReadonlySet<string>
  /** Names of the files that samples may name; absent if the folder was not read. */
  readonly attached?: ReadonlySet<string>
}

/** The shape of a file of that kind. */
export type WrittenOf<Kind extends string> = Kind extends keyof WrittenFiles ? WrittenFiles[Kind] : unknown

export type Parse = (path: string, text: string) => Document

const NONE: ReadonlyMap<string, Document> = new Map()

/** Maximum number of known names in a message, if none is similar. */
const FEW = 12

/** Returns the valid names for the message, if they are few and the message does not name them already. */
function fewOf({ known = [], message }: Report): string {
  const names = [...known]
  return names.length === 0 || names.length > FEW || message.includes('可用：')
    ? ''
    : `，可用：${names.join('、')}`
}

/**
 * The lookup context of one check: all parsed files by kind and id, the roles, the references between files, and
 * the problems that were reported so far. The constructor parses the files; files that are no valid JSON or belong
 * to no kind are reported.
 *
 * @example
 * const context = new Context(new Map([['schemas/dictionaries/level.json', '{ "title": "级别" }']]))
 * context.of('dictionary').has('level') // → true
 * context.problems // → []
 */
export class Context {
  readonly problems: Problem[] = []
  readonly silenced = new SilencedFindings()
  readonly documents = new Map<string, Map<string, Document>>()
  /** Files that are no JSON, by path. */
  readonly assets = new Map<string, string>()
  /** The portal's roles, as soon as they are read. */
  roles: readonly RoleModel[] = []
  /** `kind:id` of everything some file refers to. */
  readonly used = new Set<string>()
  /** `page page`: the one links to the other. */
  readonly links = new Set<string>()
  /** Locations whose values are filled in when the page is rendered, named as by `describeLocation`. */
  readonly filled = new Set<string>()
  /**
   * By `kind:id`, what is written, but so broken that nothing is made of it: what was still understood of it, such as
   * the names that it declares.
   */
  readonly #lost = new Map<string, Document | null>()
  /** Problems of what was made, not written: mostly echoes of what is wrong where it was made from. */
  readonly #echoes = new Set<Problem>()

  /** True if the portal's folder is outside the program's, so that paths between them may differ. */
  readonly isApart: boolean
  readonly #borrowed: ReadonlySet<string>
  /** Names of the files that samples may name; undefined if the folder was not read. */
  readonly attached: ReadonlySet<string> | undefined

  constructor(files: Files, parse: Parse = parseDocument) {
    this.attached = files.attached
    this.isApart = files.borrowed !== undefined
    this.#borrowed = files.borrowed ?? new Set()
    for (const [path, text] of files) {
      if (ASSETS.test(path)) {
        this.assets.set(path, text)
        continue
      }
      const document = parse(path, text)
      this.problems.push(...document.problems)
      const found = kindOf(path)
      if (!found) {
        this.#reportPath(document)
        continue
      }
      if (document.value === undefined) {
        const { understood } = document
        this.lose(
          found.kind.kind,
          found.id,
          understood === undefined ? null : { ...document, value: understood },
        )
        continue
      }
      const byId = this.documents.get(found.kind.kind) ?? new Map<string, Document>()
      byId.set(found.id, document)
      this.documents.set(found.kind.kind, byId)
    }
  }

  /** Of a file that is no kind's. */
  #reportPath(document: Document): void {
    const { path } = document
    const misnamed = findMisnamed(path)
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    this.report(
      document,
      [],
      misnamed
        ? { slug: 'file_name', message: toNameMessage(misnamed), found: misnamed.name }
        : {
            slug: 'file_folder',
            message: `文件夹“${folder}”不是配置语言的文件夹，可用：${FOLDERS.join('、')}`,
            found: folder,
            known: FOLDERS,
          },
    )
  }

  /** Marks a name as broken, so that references to it are not reported. */
  lose(kind: string, id: string, understood: Document | null = null): void {
    this.#lost.set(`${kind}:${id}`, understood)
  }

  /** Returns a document, or as much of a broken one as can be understood; its shape may be anything then. */
  understood(kind: string, id: string): Document | undefined {
    return this.of(kind).get(id) ?? this.#lost.get(`${kind}:${id}`) ?? undefined
  }

  /** Takes away all documents but these, so that nothing is concluded from what is broken. */
  keep(validDocuments: ReadonlySet<Document>): void {
    for (const [kind, byId] of this.documents)
      for (const [id, document] of byId)
        if (!validDocuments.has(document)) {
          byId.delete(id)
          this.lose(kind, id, document)
        }
  }

  /** Names of the broken ones of a kind. */
  invalidIds(kind: string): readonly string[] {
    return [...this.#lost.keys()].flatMap((entry) =>
      entry.startsWith(`${kind}:`) ? [entry.slice(kind.length + 1)] : [],
    )
  }

  /** Returns true if a thing of that name would exist, were the file that makes it not broken. */
  isInvalid(kind: string, name: string): boolean {
    const has = (maker: string, id = name) => this.#lost.has(`${maker}:${id}`)
    const [group = '', type = ''] = name.split(/[./]/)
    // It names the page above all that is made for operators.
    if (has('site', 'site') && (kind === 'operation' || group === 'operator')) return true
    if (kind === 'form') return has('form') || has('content')
    if (kind === 'operation') return has(kind) || has('content', group) || has('api', group)
    // The dictionaries of a family's levels are made from it.
    if (kind === 'dictionary') return has(kind) || this.invalidIds('family').length > 0
    if (kind === 'widget') return has(kind) || this.invalidIds(kind).some((id) => id.endsWith(`/${name}`))
    if (kind !== 'page') return has(kind)
    // Pages of zones and of the console are made from other files. A star stands for the pages of all types.
    if (group === 'zones') return has('zone', type)
    if (name.includes('*')) return this.invalidIds('page').length + this.invalidIds('content').length > 0
    return has(kind) || (group === 'operator' && has('content', type))
  }

  /** The problems without the echoes, as long as there is anything else to mend. */
  get causes(): readonly Problem[] {
    const own = this.problems.filter((problem) => !this.#echoes.has(problem))
    return own.some(({ severity }) => severity === 'error') ? own : this.problems
  }

  /** Returns true if the portal has the file from the program, and so is not responsible for it. */
  isBorrowed({ path }: Document): boolean {
    return this.#borrowed.has(path)
  }

  /** Returns documents of a kind by id. Before the shapes are checked their values may be anything. */
  of<Kind extends string>(kind: Kind): ReadonlyMap<string, Document<WrittenOf<Kind>>> {
    return (this.documents.get(kind) ?? NONE) as ReadonlyMap<string, Document<WrittenOf<Kind>>> // by their schema
  }

  report(document: Document, path: Path, report: Report): void {
    if (this.silenced.take(document, report.slug)) return
    const nearest =
      report.known && report.found !== undefined ? nearestName(report.found, report.known) : undefined
    const others = nearest === undefined && report.known ? fewOf(report) : ''
    const problem: Problem = {
      slug: report.slug,
      severity: isWarning(report.slug) ? 'warning' : 'error',
      file: document.path,
      ...locatePath(document, path, report.key),
      message: nearest ? `${report.message}。您是不是想写“${nearest}”？` : `${report.message}${others}`,
      ...(report.found === undefined ? {} : { found: report.found }),
      ...(report.expected === undefined ? {} : { expected: report.expected }),
      ...(report.only === undefined ? {} : { only: report.only }),
      ...(nearest === undefined ? {} : { nearest }),
      ...(report.also?.length
        ? {
            also: report.also.map((one) => ({
              file: one.document.path,
              ...locatePath(one.document, one.path),
            })),
          }
        : {}),
    }
    this.problems.push(problem)
    if (document.isMade) this.#echoes.add(problem)
  }

  /** Reports and answers false when `name` is no known thing of `kind`, in silence when it is broken; marks it as used. */
  refers(
    document: Document,
    path: Path,
    kind: string,
    title: string,
    name: string,
    known: { has(name: string): boolean; keys(): Iterable<string> },
  ): boolean {
    this.used.add(`${kind}:${name}`)
    if (known.has(name)) return true
    if (this.isInvalid(kind, name)) return false
    this.report(document, path, {
      slug: `${kind}_unknown` as Code, // each kind of name has one
      message: `${title}“${name}”不存在`,
      found: name,
      // A page hardly means itself.
      known: [...known.keys()].filter(
        (other) => kind !== 'page' || !document.path.endsWith(`/${other}.json`),
      ),
    })
    return false
  }
}
