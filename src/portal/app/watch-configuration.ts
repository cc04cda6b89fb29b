// Owns the websocket that brings news of the configuration: a new one is shown in place, problems are listed.
import { useSyncExternalStore } from 'react'
import { currentManifest, reloadManifest } from './manifest.ts'
import { loadDictionaries } from './dictionaries.ts'

export interface ConfigurationProblem {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly message: string
}

type Message =
  | { readonly type: 'config'; readonly hash: string }
  | { readonly type: 'config-problems'; readonly problems: readonly ConfigurationProblem[] }

const FIRST_WAIT = 1_000
const LONGEST_WAIT = 30_000

let problems: readonly ConfigurationProblem[] = []
const listeners = new Set<() => void>()

function setProblems(next: readonly ConfigurationProblem[]): void {
  problems = next
  for (const listener of listeners) listener()
}

export function useConfigurationProblems(): readonly ConfigurationProblem[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => problems,
  )
}

export function dismissProblems(): void {
  setProblems([])
}

/** Connects for as long as the page lives, waiting longer after each failure. */
export function watchConfiguration(wait = FIRST_WAIT): void {
  const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/websocket`)
  let opened = false
  socket.addEventListener('open', () => {
    opened = true
  })
  socket.addEventListener('message', (event: MessageEvent<string>) => {
    const message = JSON.parse(event.data) as Message
    if (message.type === 'config-problems') setProblems(message.problems)
    else if (message.type === 'config') {
      setProblems([])
      if (message.hash !== currentManifest().hash) void Promise.all([reloadManifest(), loadDictionaries()]).catch(() => undefined)
    }
  })
  socket.addEventListener('close', () => {
    setTimeout(() => watchConfiguration(opened ? FIRST_WAIT : Math.min(wait * 2, LONGEST_WAIT)), wait)
  })
}
