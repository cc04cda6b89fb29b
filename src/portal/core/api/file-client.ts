// Handles files of the portal: upload for a field of a form, information about a file, its bytes.

import { addressOf } from '#portal/core/site.ts'
import { fileAddress } from '#shared/addresses/file-address.ts'
import { ApiError } from './api-error.ts'
import { get, post } from './client.ts'
import { sharedRead } from './shared-read.ts'

export interface FileInfo {
  readonly id: string
  readonly name: string
  readonly size: number
  readonly type: string
  /** The description of the picture, if one was entered. */
  readonly alt: string
  /** The point that must stay visible when the picture is cropped, in hundredths from the left and the top. */
  readonly focus: Focus
}

export interface Focus {
  readonly x: number
  readonly y: number
}

interface FileTarget {
  readonly form: string
  readonly field: string
}

interface Options {
  readonly signal: AbortSignal
  /** Between 0 and 1. */
  readonly onProgress: (share: number) => void
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const sent = new Map<string, File>()

export function isFileId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value)
}

export const fileUrl = fileAddress

type Typed = Pick<FileInfo, 'type'>

export const isPicture = ({ type }: Typed): boolean => type.startsWith('image/')
export const isPdf = ({ type }: Typed): boolean => type === 'application/pdf'

export async function uploadFile(
  file: File,
  { form, field }: FileTarget,
  options: Options,
): Promise<FileInfo> {
  const body = new FormData()
  body.append('file', file, file.name)
  const info = await post<FileInfo>(addressOf('file.upload'), body, { form, field }, options)
  keepInfo(info)
  sent.set(info.id, file)
  return info
}

/** The file itself, as long as this page sent it. */
export const localFile = (id: string): File | undefined => sent.get(id)

/** Where SWR keeps what is known of a file. */
export const fileInfoKey = (id: string): string => `file:${id}`

const keepInfo = (info: FileInfo): void => void sharedRead<FileInfo>(fileInfoKey(info.id)).load(info)

export const loadFileInfo = (id: string): Promise<FileInfo> =>
  get<FileInfo>(addressOf('file.info'), { id }, { quiet: true })

/** Says of a picture what is on it and what has to stay of it. */
export async function describePicture(
  id: string,
  { alt, focus }: { readonly alt?: string; readonly focus?: Focus },
): Promise<FileInfo> {
  const description = {
    ...(alt === undefined ? {} : { alt }),
    ...(focus ? { focusX: focus.x, focusY: focus.y } : {}),
  }
  const info = await post<FileInfo>(addressOf('file.describe'), { id, ...description })
  keepInfo(info)
  return info
}

/** Lets the browser save the file under its own name. Asked for first, so that a refusal is said on the page. */
export async function saveFile({ id, name }: Pick<FileInfo, 'id' | 'name'>): Promise<void> {
  await loadFileInfo(id)
  const link = document.createElement('a')
  link.href = fileUrl(id)
  link.download = name
  link.click()
}

export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : '上传失败，请重试'
}
