// Compiles the action that prints a page.
import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'

export const ACTION: ActionKindFile = {
  compile: ({ written: { label = '打印' }, shared }) => ({ do: 'print', label, ...shared }),
}
