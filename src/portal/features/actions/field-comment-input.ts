// Declares the field comments that a user enters when sending an item back, and validates them.

export interface FieldCommentInput {
  /** Of the row, which keeps it while others go. */
  readonly key: number
  readonly field: string
  readonly text: string
}

/** Undefined where nothing is wrong. */
export function problemOf(rows: readonly FieldCommentInput[]): string | undefined {
  if (rows.some(({ field }) => field === '')) return '请选择需要修改的内容'
  return rows.some(({ text }) => text.trim() === '') ? '请写明每一项的修改要求' : undefined
}
