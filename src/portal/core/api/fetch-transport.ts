// Carries reads by `fetch`, so that reading pages do without axios.
import { requestKey } from './request-key.ts'
import { noAnswer, TIMEOUT, type Transport } from './transport.ts'

export const fetchTransport: Transport = async ({ url, params, headers, signal }) => {
  const abort = new AbortController()
  let code = 'ERR_NETWORK'
  const stop = (why: string) => () => {
    code = why
    abort.abort()
  }
  const cancel = stop('ERR_CANCELED')
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  const late = setTimeout(stop('ETIMEDOUT'), TIMEOUT)
  try {
    const given = { ...(headers ? { headers } : {}), signal: abort.signal }
    const response = await fetch(requestKey(url, params), given)
    return { status: response.status, data: toJson(await response.text()) }
  } catch {
    throw noAnswer(code)
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
