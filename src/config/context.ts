// Owns the state of one check: documents by kind, and the collected problems.
import { type Document, type Path, parseDocument, placeOf } from './document.ts'
import { kindOf } from './file-kinds.ts'
import { FOLDERS, findMisnamed, toNameMessage } from './file-names.ts'
import { nearestName } from './nearest.ts'
import type { Problem } from './problem.ts'

/** A finding before its place in the text is looked up. */
export interface Report {
  readonly slug: string
  readonly message: string
  readonly warning?: boolean
  /** Point at the key rather than the value. */
  readonly key?: boolean
  readonly found?: string
  readonly expected?: string
  /** Names that would be right; the nearest one is offered. */
  readonly known?: Iterable<string>
}

export type Parse = (path: string, text: string) => Document

export class Context {
  readonly problems: Problem[] = []
  readonly documents = new Map<string, Map<string, Document>>()
  /** `kind:id` of everything some file refers to. */
  readonly used = new Set<string>()

  constructor(files: ReadonlyMap<string, string>, parse: Parse = parseDocument) {
    for (const [path, text] of files) {
      const document = parse(path, text)
      this.problems.push(...document.problems)
      const found = kindOf(path)
      if (!found) {
        this.#reportPath(document)
        continue
      }
      if (document.value === undefined) continue
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

  of(kind: string): ReadonlyMap<string, Document> {
    return this.documents.get(kind) ?? new Map()
  }

  report(document: Document, path: Path, report: Report): void {
    const nearest =
      report.known && report.found !== undefined ? nearestName(report.found, report.known) : undefined
    this.problems.push({
      slug: report.slug,
      severity: report.warning ? 'warning' : 'error',
      file: document.path,
      ...placeOf(document, path, report.key),
      message: nearest ? `${report.message}。您是不是想写“${nearest}”？` : report.message,
      ...(report.found === undefined ? {} : { found: report.found }),
      ...(report.expected === undefined ? {} : { expected: report.expected }),
      ...(nearest === undefined ? {} : { nearest }),
    })
  }

  /** Reports and answers false when `name` is no known thing of `kind`; marks it as used otherwise. */
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
    this.report(document, path, {
      slug: `${kind}_unknown`,
      message: `${title}“${name}”不存在`,
      found: name,
      known: known.keys(),
    })
    return false
  }
}
