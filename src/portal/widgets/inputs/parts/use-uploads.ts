// Sends the files of one field: chosen files, progress, results.
import { useEffect, useRef, useState } from 'react'
import { messageOf, uploadFile } from '#portal/core/api/file-client.ts'
import { useFormScope } from '#portal/core/form-state/form-scope.ts'
import { toSize } from '#portal/ui/format/format-number.ts'

export interface Sending {
  readonly key: number
  readonly file: File
  /** Between 0 and 1. */
  readonly share: number
  readonly error: string | undefined
}

export interface UploadLimits {
  readonly accept: readonly string[]
  /** Megabytes. */
  readonly maxSize: number
  readonly most: number
}

const ALIASES: Readonly<Record<string, string>> = { jpeg: 'jpg', jfif: 'jpg' }

/** Returns the reason why the file cannot be sent, before it is sent; undefined if no fault is found. */
export function findUploadRefusal(file: File, { accept, maxSize }: UploadLimits): string | undefined {
  const ending = /\.([A-Za-z0-9]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  if (!accept.includes(ALIASES[ending] ?? ending))
    return `只能选择 ${accept.map((kind) => kind.toUpperCase()).join('、')} 文件`
  if (file.size > maxSize * 1024 * 1024) return `文件大小为 ${toSize(file.size)}，超过 ${maxSize} MB`
  return file.size === 0 ? '文件为空' : undefined
}

interface Options {
  readonly field: string
  readonly limits: UploadLimits
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

export function useUploads({ field, limits, value, onChange }: Options) {
  const { form } = useFormScope()
  const [sending, setSending] = useState<readonly Sending[]>([])
  /** Result of the last upload, for users who do not see the list. */
  const [message, setMessage] = useState('')
  const latest = useRef(value)
  latest.current = value
  const running = useRef(new Map<number, AbortController>())
  const last = useRef(0)
  useEffect(() => {
    const controllers = running.current
    return () => {
      for (const controller of controllers.values()) controller.abort()
    }
  }, [])

  const change = (key: number, more: Partial<Sending>) =>
    setSending((before) => before.map((entry) => (entry.key === key ? { ...entry, ...more } : entry)))
  const drop = (key: number) => {
    running.current.get(key)?.abort()
    running.current.delete(key)
    setSending((before) => before.filter((entry) => entry.key !== key))
  }
  const send = async (key: number, file: File) => {
    const controller = new AbortController()
    running.current.set(key, controller)
    change(key, { share: 0, error: undefined })
    setMessage(`正在上传${file.name}`)
    try {
      const info = await uploadFile(
        file,
        { form, field },
        { signal: controller.signal, onProgress: (share) => change(key, { share }) },
      )
      if (controller.signal.aborted) return
      latest.current = [...latest.current, info.id]
      drop(key)
      onChange(latest.current)
      setMessage(`${file.name}已上传`)
    } catch (error) {
      if (!controller.signal.aborted) change(key, { error: messageOf(error) })
    }
  }
  const add = (files: readonly File[]) => {
    const room = Math.max(0, limits.most - value.length - sending.filter(({ error }) => !error).length)
    const chosen = files.map((file, index): Sending => {
      last.current += 1
      const error =
        findUploadRefusal(file, limits) ??
        (index >= room ? `最多上传 ${limits.most} 份，请先移除一份` : undefined)
      return { key: last.current, file, share: 0, error }
    })
    setSending((before) => [...before.filter(({ error }) => !error), ...chosen])
    for (const { key, file, error } of chosen) if (!error) void send(key, file)
  }
  return {
    sending,
    message,
    add,
    drop,
    retry: ({ key, file }: Sending) => void send(key, file),
    canRetry: ({ file }: Sending) => findUploadRefusal(file, limits) === undefined,
  }
}
