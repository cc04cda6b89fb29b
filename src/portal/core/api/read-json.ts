// Reads JSON over the network without the library that sends bodies, which viewers who only read need not load.

export interface Answer {
  readonly status: number
  /** Null where it is no JSON. */
  readonly data: unknown
}

export interface ReadOptions {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Milliseconds. */
  readonly timeout: number
}

/** Rejects with the library's `code` if the caller aborted the read or no answer came in time. */
export async function readJson(url: string, { headers, signal, timeout }: ReadOptions): Promise<Answer> {
  const abort = new AbortController()
  let code = 'ERR_NETWORK'
  const stop = (why: string) => () => {
    code = why
    abort.abort()
  }
  const cancel = stop('ERR_CANCELED')
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  const late = setTimeout(stop('ETIMEDOUT'), timeout)
  try {
    const response = await fetch(url, { ...(headers ? { headers } : {}), signal: abort.signal })
    return { status: response.status, data: toJson(await response.text()) }
  } catch (cause) {
    throw Object.assign(new Error(`no answer from ${url}`, { cause }), { code })
  } finally {
    clearTimeout(late)
    signal?.removeEventListener('abort', cancel)
  }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
