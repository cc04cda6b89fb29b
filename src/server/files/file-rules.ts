// Reads the rules of a form's file field and decides who may upload for it.

import type { Caller } from '#shared/access/roles.ts'
import { Failure } from '#shared/calls/errors.ts'
import {
  DOCUMENT_KINDS,
  FILE_WIDGETS,
  MAX_FILE_MEGABYTES,
  PICTURE_KINDS,
} from '#shared/forms/file-widgets.ts'
import type { Model } from '#shared/model/model.ts'
import { RICH_TEXT_FILES } from '#shared/rich-text/policy.ts'
import { type FileKindName, UPLOAD_KINDS } from './formats/file-kinds.ts'

export interface FileRule {
  readonly title: string
  readonly accept: readonly FileKindName[]
  /** Of the largest kind. */
  readonly mostBytes: number
  /** Of a kind that takes less. */
  readonly mostOf: (kind: FileKindName) => number
}

const MEGABYTE = 1024 * 1024

const RICH_TEXT_KINDS: readonly { readonly accept: readonly string[]; readonly maxSize: number }[] =
  Object.values(RICH_TEXT_FILES)

/** The file rules of some inputs, whatever their options are. */
const KINDS: Readonly<Record<string, Options>> = {
  'rich-text': {
    accept: RICH_TEXT_KINDS.flatMap(({ accept }) => [...accept]),
    maxSize: Math.max(...RICH_TEXT_KINDS.map(({ maxSize }) => maxSize)),
  },
  video: { accept: ['mp4'] },
}

const takesFiles = (widget: string): boolean => FILE_WIDGETS.has(widget) || widget === 'rich-text'

interface Options {
  readonly accept?: readonly string[]
  readonly maxSize?: number
}

export function findFileRule(model: Model, formId: string, fieldName: string): FileRule {
  const form = model.forms.find(({ id }) => id === formId)
  const field = form?.fields.find(({ name }) => name === fieldName)
  const input = field && form?.inputs[fieldName]
  if (!field || !input || !takesFiles(input.widget))
    throw new Failure('BAD_PARAMETER', { message: '表单没有该上传项' })
  const options = input.options as Options | undefined
  const usual: Required<Options> = {
    accept: input.widget === 'image' ? PICTURE_KINDS : DOCUMENT_KINDS,
    maxSize: MAX_FILE_MEGABYTES,
  }
  const { accept, maxSize } = { ...usual, ...options, ...KINDS[input.widget] }
  return {
    title: field.title,
    accept: accept.filter((kind): kind is FileKindName => Object.hasOwn(UPLOAD_KINDS, kind)),
    mostBytes: maxSize * MEGABYTE,
    mostOf: (kind) => {
      const own = input.widget === 'rich-text' && RICH_TEXT_KINDS.find((some) => some.accept.includes(kind))
      return (own ? own.maxSize : maxSize) * MEGABYTE
    },
  }
}

/** Refuses uploads of visitors, except for forms that visitors submit, such as a registration. */
export function refuseUpload(model: Model, formId: string, caller: Caller): void {
  if (caller !== null) return
  const isOpen = model.pages.some(
    (page) => page.kind === 'form' && page.form.id === formId && page.access.includes('anyone'),
  )
  if (!isOpen) throw new Failure('SIGN_IN_REQUIRED')
}
