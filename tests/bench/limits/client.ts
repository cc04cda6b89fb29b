// Provides the HTTP client and fetcher that the hand-written counterparts share.
import axios from 'axios'

const http = axios.create({ timeout: 120_000 })

/** Reads `data` of the envelope; the key is a path with its query. */
export async function fetcher<T>(key: string): Promise<T> {
  const answer = await http.get<{ code: number; data: T }>(key, { params: { _t: Date.now() } })
  if (answer.data.code !== 0) throw new Error(`refused with ${answer.data.code}`)
  return answer.data.data
}
