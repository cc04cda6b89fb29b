// Owns the fitting of a draft to the form as it is now.
import type { FormModel } from '../../shared/content-model.ts'
import type { FormData } from '../../shared/validation/visible.ts'
import type { Draft } from './draft-store.ts'

/** Inputs whose values are never kept in a draft. */
const SECRETS = new Set(['password', 'captcha', 'sms-code', 'agreement'])

export function draftData(form: FormModel, data: FormData): FormData {
  return Object.fromEntries(
    Object.entries(data).filter(([name]) => !SECRETS.has(form.inputs[name]?.widget ?? '')),
  )
}

export interface TakenUp {
  readonly data: FormData
  /** Set when another version of the form wrote the draft: what became of it. */
  readonly notice: string | undefined
}

/** Keeps what the form still asks for, and says so where the form has changed. */
export function takeUpDraft(form: FormModel, draft: Draft): TakenUp {
  const names = new Set(form.fields.map((field) => field.name))
  const given = Object.entries(draft.data)
  const data = Object.fromEntries(given.filter(([name]) => names.has(name)))
  if (draft.version === form.version) return { data, notice: undefined }
  const lost = given.length - Object.keys(data).length
  const rest = lost > 0 ? `有 ${lost} 项内容已不再需要，其余已保留` : '已填内容均已保留'
  return { data, notice: `保存草稿之后表单有更新，${rest}，请逐项核对。` }
}
