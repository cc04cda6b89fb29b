// Declares the error of a backup: one line with the remedy.

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError'
}

export const damaged = (what: string): ArchiveError =>
  new ArchiveError(`备份文件已损坏（${what}），没有恢复任何数据，请换一份备份`)
