// Keeps what an operator edits of one configuration file: the value, its undo, and the draft on the server.
import type { ErrorSchema } from '@rjsf/utils'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { post } from '#portal/core/api/client.ts'
import { useUnsavedInput } from '#portal/core/session/unsaved-input.ts'
import { addressOf } from '#portal/core/site.ts'
import {
  type ConfigurationFile,
  type Finding,
  partsOf,
  type SavedDraft,
} from '#shared/calls/configuration-answers.ts'
import type { FormSchemas } from '#shared/calls/form-schemas.ts'
import type { Json, JsonSchema } from '#shared/model/json.ts'
import { expand, shorten } from './short-forms.ts'

/** Milliseconds after the last change until the draft is sent; changes that are closer to each other are undone as one. */
const PAUSE_MS = 700

interface History {
  readonly past: readonly Json[]
  readonly value: Json
  readonly future: readonly Json[]
}

export type SaveState = 'saved' | 'changed' | 'saving' | 'failed'

/** A draft that a program saved may be no JSON yet: the form begins with what is published then. */
function readJson(text: string | null | undefined): Json | undefined {
  try {
    return text ? (JSON.parse(text) as Json) : undefined
  } catch {
    return undefined
  }
}

const toText = (value: Json | undefined): string => `${JSON.stringify(value ?? {}, null, 2)}\n`

/** What the check found in this file, at the places of the form. */
export function toErrorSchema(findings: readonly Finding[], value: Json): ErrorSchema {
  const root: ErrorSchema = {}
  for (const { pointer, message } of findings) {
    let place: ErrorSchema = root
    for (const part of partsOf(pointer, value)) {
      const { [String(part)]: inner = {} } = place as Record<string, ErrorSchema>
      Object.assign(place, { [part]: inner })
      place = inner
    }
    place.__errors = [...(place.__errors ?? []), message]
  }
  return root
}

/** `language` and `file` stay the same while the editor is open. */
export function useFileDraft(file: ConfigurationFile, language: FormSchemas) {
  const root = language as unknown as JsonSchema
  const schema = useMemo((): JsonSchema => ({ $ref: `#/$defs/${file.kind}` }), [file.kind])
  const written = useMemo(() => readJson(file.published ?? file.draft?.text) ?? {}, [file])
  const [history, setHistory] = useState<History>(() => ({
    past: [],
    value: expand(readJson(file.draft?.text) ?? written, schema, root),
    future: [],
  }))
  const [state, setState] = useState<SaveState>('saved')
  const [answer, setAnswer] = useState<SavedDraft | null>(null)
  const [problem, setProblem] = useState('')
  const changedAt = useRef(0)
  const toFile = useCallback(
    (value: Json) => toText(shorten(value, written, schema, root)),
    [written, schema, root],
  )
  const text = useMemo(() => toFile(history.value), [toFile, history.value])
  /** A draft of before is sent again, to hear what the check says of it now. */
  const sent = useRef(readJson(file.draft?.text) === undefined ? text : '')
  useUnsavedInput(() => (state === 'saved' ? '' : text))

  const change = useCallback((value: Json) => {
    setHistory((before) => {
      const isSame = Date.now() - changedAt.current < PAUSE_MS && before.past.length > 0
      changedAt.current = Date.now()
      return { past: isSame ? before.past : [...before.past, before.value], value, future: [] }
    })
  }, [])
  const undo = () => {
    changedAt.current = 0
    setHistory(({ past, value, future }) => {
      const last = past.at(-1)
      return last === undefined
        ? { past, value, future }
        : { past: past.slice(0, -1), value: last, future: [value, ...future] }
    })
  }
  const redo = () =>
    setHistory(({ past, value, future: [next, ...later] }) =>
      next === undefined
        ? { past, value, future: [] }
        : { past: [...past, value], value: next, future: later },
    )
  /** Takes the text of a file; throws `SyntaxError` where it is no JSON. */
  const changeText = (next: string) => change(expand(JSON.parse(next) as Json, schema, root))

  /** Answers whether the draft could be published. `isRebased`: what others have published meanwhile was seen. */
  const send = useCallback(
    async (more: { readonly isRebased?: true } = {}) => {
      setState('saving')
      try {
        const next = await post<SavedDraft>(addressOf('configuration.save'), { id: file.id, text, ...more })
        sent.current = text
        setAnswer(next)
        setProblem('')
        setState('saved')
        return next.isValid
      } catch (error) {
        setProblem(error instanceof Error ? error.message : '草稿没有保存，请稍后重试')
        setState('failed')
        return false
      }
    },
    [file.id, text],
  )
  useEffect(() => {
    if (text === sent.current) return
    setState('changed')
    const timer = setTimeout(() => void send(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, send])

  return {
    value: history.value,
    text,
    state,
    problem,
    answer,
    isEdited: file.published === null || text !== toText(written),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    change,
    changeText,
    undo,
    redo,
    send,
  }
}
