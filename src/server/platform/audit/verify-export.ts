// Verifies an exported file of the audit log without a database: every entry against its hash, its lane and the head.
import { hashOf, toPayload } from './chain.ts'
import { type AuditExport, EXPORT_FORMAT, type ExportedEntry } from './export-entries.ts'

/** `linked`: entries whose predecessor is in the file too. */
export type ExportVerdict =
  | { readonly ok: true; readonly entries: number; readonly linked: number; readonly exportedAt: string }
  | { readonly ok: false; readonly line: number; readonly reason: string }

/** Takes the saved lines, or the answer of `audit.file` as it came. Filters leave gaps; within a lane, what follows each other must fit, and nothing may be past the head. */
export function verifyExport(text: string): ExportVerdict {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const broken = (line: number, reason: string): ExportVerdict => ({ ok: false, line, reason })
  let parsed: unknown[]
  try {
    parsed = lines.map((line) => JSON.parse(line) as unknown)
  } catch {
    return broken(1, '不是 JSON 行文件')
  }
  const [first, ...further] = parsed as [Partial<AuditExport> | undefined, ...ExportedEntry[]]
  if (first?.format !== EXPORT_FORMAT || !Array.isArray(first.heads))
    return broken(1, '首行不是审计日志的导出信息')
  const entries = [...(first.list ?? []), ...further]
  if (first.entries !== entries.length)
    return broken(1, `应有 ${first.entries} 条，实有 ${entries.length} 条`)
  const heads = new Map(first.heads.map((head) => [head.lane, head]))
  const last = new Map<number, ExportedEntry>()
  let linked = 0
  for (const [index, entry] of entries.entries()) {
    const { lane, position, previous, hash } = entry
    if (lane === null || position === null) continue
    const line = index + 2
    if (hashOf(previous ?? '', position, toPayload({ ...entry, at: new Date(entry.at) })) !== hash)
      return broken(line, '内容与校验值不符')
    const before = last.get(lane)
    if (before && (before.position ?? 0) >= position) return broken(line, '次序与校验链不符')
    if (before && before.position === position - 1) {
      if (before.hash !== previous) return broken(line, '与前一条的校验值不相连')
      linked += 1
    }
    const head = heads.get(lane)
    if (!head || position > head.position) return broken(line, '超出校验链的末端')
    if (position === head.position && hash !== head.hash) return broken(line, '与校验链的末端不符')
    last.set(lane, entry)
  }
  return { ok: true, entries: entries.length, linked, exportedAt: first.exportedAt ?? '' }
}
