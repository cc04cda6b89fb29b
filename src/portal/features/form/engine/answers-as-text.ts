// Formats typed answers as plain text for copying, one line for each field.

import type { FormStore } from '#portal/core/form-state/form-store.ts'
import { SECRET_INPUTS } from '#portal/features/form/draft/form-outline.ts'
import { FILE_WIDGETS } from '#shared/forms/file-widgets.ts'
import { answerText } from './answer-value.tsx'

/** Inputs without a readable value: secrets, verification tokens, and ids of files. */
const UNREADABLE: ReadonlySet<string> = new Set([...FILE_WIDGETS, ...SECRET_INPUTS])
const ONLY_OTHERS = '（所选文件和选项请重新选择）'

const withoutTags = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

/** Empty where nothing was typed. */
export function formatAnswersAsText(store: FormStore): string {
  if (!store.typed) return ''
  const answers = store.data()
  const lines = store.form.fields.flatMap((field) => {
    const value = answers[field.name]
    const { widget = '' } = store.form.inputs[field.name] ?? {}
    const isReadable = !UNREADABLE.has(widget) && !field.ref
    if (!isReadable || value === undefined || value === null || value === '') return []
    const text = answerText(field, value)
    return [`${field.title}：${field.type === 'rich-text' ? withoutTags(text) : text}`]
  })
  return lines.length > 0 ? lines.join('\n') : ONLY_OTHERS
}
