// Provides a server for the portal's tests: answers at the client's transport and at `fetch`, so that everything above them is real.
import type { InternalAxiosRequestConfig } from 'axios'
import { axiosClient } from '#portal/core/api/on-demand/axios-transport.ts'

export interface Call {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: unknown
  /** Of what is sent; milliseconds. */
  readonly timeout?: number | undefined
}

export interface Answer {
  readonly status: number
  readonly body: unknown
}

type Answering = (call: Call) => Answer | Promise<Answer>

export const success = (data: unknown): Answer => ({ status: 200, body: { code: 0, msg: 'success', data } })

export const refusal = (
  status: number,
  msg: string,
  more: Readonly<Record<string, unknown>> = {},
): Answer => ({
  status,
  body: { code: status, msg, data: null, requestId: 'r-1', ...more },
})

export const paged = (list: readonly unknown[], totalCount: number = list.length): Answer =>
  success({ list, totalCount, pageSize: 10, totalPage: Math.ceil(totalCount / 10), currPage: 1 })

/** An answer that does not come before `give` is called. */
export function held(): { readonly answering: Answering; give(answer: Answer): void } {
  let give: (answer: Answer) => void = () => undefined
  const answer = new Promise<Answer>((resolve) => {
    give = resolve
  })
  return { answering: () => answer, give: (one) => give(one) }
}

export interface FakeServer {
  /** Every call that left the portal, oldest first. */
  readonly calls: readonly Call[]
  /** The calls to one path. */
  to(path: string): readonly Call[]
  on(path: string, answer: Answer | Answering): void
  /** Plain JSON without an envelope, as page bodies are. */
  json(path: string, body: unknown): void
  reset(): void
}

function whenAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason)
    signal?.addEventListener('abort', () => reject(signal.reason))
  })
}

/** What is asked in the address comes as text, as it does over the wire. A path without an answer behaves like a broken network. */
export async function startFakeServer(): Promise<FakeServer> {
  const calls: Call[] = []
  const answers = new Map<string, Answer | Answering>()
  const answerTo = async (call: Call, address = call.path): Promise<Answer> => {
    calls.push(call)
    const answer = answers.get(address) ?? answers.get(call.path)
    if (!answer) throw Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' })
    const { status, body } = typeof answer === 'function' ? await answer(call) : answer
    return { status, body: structuredClone(body) }
  }
  globalThis.fetch = async (input, { headers, signal } = {}) => {
    const [path = '', search] = String(input).split('?')
    const call = {
      method: 'GET',
      path,
      params: Object.fromEntries(new URLSearchParams(search)),
      headers: { ...(headers as Record<string, string> | undefined) },
      body: undefined,
    }
    const { status, body } = await Promise.race([whenAborted(signal), answerTo(call, String(input))])
    return new Response(JSON.stringify(body), { status })
  }
  axiosClient.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const { status, body } = await answerTo({
      method: (config.method ?? 'get').toUpperCase(),
      path: config.url ?? '',
      params: { ...(config.params as Record<string, unknown>) },
      headers: { ...config.headers },
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      timeout: config.timeout,
    })
    return { status, statusText: '', data: body, headers: {}, config }
  }
  return {
    calls,
    to: (path) => calls.filter((call) => call.path === path),
    on: (path, answer) => void answers.set(path, answer),
    json: (path, body) => void answers.set(path, { status: 200, body }),
    reset() {
      calls.length = 0
      answers.clear()
    },
  }
}
