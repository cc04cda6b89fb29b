// Compiles the action by which a user allows the browser to show notices.
import type { ActionKindFile } from '#config/compile/actions/action-kind.ts'

export const ACTION: ActionKindFile = {
  compile: ({ written: { label = '浏览器提醒' }, shared }) => ({ do: 'browser-notices', label, ...shared }),
}
