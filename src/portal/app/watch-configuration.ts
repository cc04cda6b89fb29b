// Owns the websocket that brings news of the configuration: a new one is shown in place, problems are listed.
import { revalidateAll } from '../api/use-read.ts'
import { loadDictionaries } from './dictionaries.ts'
import { currentManifest, reloadManifest } from './manifest.ts'
import { loadMenu } from './menu.ts'
import { createStore } from './store.ts'

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

const problems = createStore<readonly ConfigurationProblem[]>([])
export const useConfigurationProblems = problems.use
export const dismissProblems = (): void => problems.set([])

/** Pages are swapped where they stand; nothing is remounted, so input, scroll and focus stay. */
async function showNewConfiguration(): Promise<void> {
  await reloadManifest()
  void loadMenu()
  void loadDictionaries()
  revalidateAll()
}

export function takeMessage(text: string): void {
  const message = JSON.parse(text) as Message
  if (message.type === 'config-problems') problems.set(message.problems)
  else if (message.type === 'config') {
    dismissProblems()
    if (message.hash !== currentManifest().hash) showNewConfiguration().catch(() => undefined)
  }
}

/** Connects for as long as the page lives, waiting longer after each failure. */
export function watchConfiguration(wait = FIRST_WAIT): void {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${window.location.host}/websocket`)
  let next = Math.min(wait * 2, LONGEST_WAIT)
  socket.addEventListener('open', () => {
    next = FIRST_WAIT
  })
  socket.addEventListener('message', (event: MessageEvent<string>) => takeMessage(event.data))
  socket.addEventListener('close', () => {
    setTimeout(() => watchConfiguration(next), next * (0.75 + Math.random() / 2))
  })
}
