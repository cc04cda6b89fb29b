// Finds out which web addresses lead nowhere: at most a few at a time, within a few seconds, each remembered for a while.
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { AddressRefused, allowedLookup, isAllowedAddress } from './allowed-address.ts'

/** For one address. */
const TIME_LIMIT_MS = 3_000
/** Of one text; further ones are taken for good. */
const MAX_LINKS = 30
const MAX_REMEMBERED = 2_000
const REMEMBERED_MS = 10 * 60_000

/** The page is not there, said by its server; or there is no such server. What is slow or refuses is taken for good. */
const MISSING: ReadonlySet<number> = new Set([404, 410])
const NO_SERVER: ReadonlySet<string> = new Set(['ENOTFOUND', 'ECONNREFUSED'])

export interface LinkProber {
  /** Returns those of the `http` and `https` addresses that lead nowhere. */
  findDead(addresses: readonly string[]): Promise<ReadonlySet<string>>
}

/** `networks` may be reached though they are not public. */
export function buildLinkProber(networks: readonly string[]): LinkProber {
  const remembered = new LRUCache<string, Promise<boolean>>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS })
  const isDead = (address: string): Promise<boolean> => {
    const known = remembered.get(address) ?? probe(address, networks)
    remembered.set(address, known)
    return known
  }
  return {
    async findDead(addresses) {
      const asked = [...new Set(addresses)].slice(0, MAX_LINKS)
      const dead = await Promise.all(asked.map(isDead))
      return new Set(asked.filter((_, index) => dead[index]))
    },
  }
}

/** Some servers answer HEAD by 404 although the page is there. */
async function probe(address: string, networks: readonly string[]): Promise<boolean> {
  try {
    if (!MISSING.has(await statusOf(address, 'HEAD', networks))) return false
    return MISSING.has(await statusOf(address, 'GET', networks))
  } catch (error) {
    return NO_SERVER.has((error as NodeJS.ErrnoException).code ?? '')
  }
}

async function statusOf(
  address: string,
  method: 'HEAD' | 'GET',
  networks: readonly string[],
): Promise<number> {
  const { protocol, hostname } = new URL(address)
  // Nothing is sent, so encryption decides nothing.
  const isAllowed = (ip: string) => isAllowedAddress(ip, { networks, isEncrypted: true })
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !isAllowed(host)) throw new AddressRefused()
  const options: RequestOptions = {
    method,
    agent: false,
    lookup: allowedLookup(isAllowed),
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; equipnet-links)', connection: 'close' },
  }
  return new Promise((resolve, reject) => {
    const finish = (answer: IncomingMessage) => {
      resolve(answer.statusCode ?? 0)
      request.destroy()
    }
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(address, options, finish)
    request.on('error', reject)
    request.end()
  })
}
