// Refuses requests whose Host is not a host name: addresses built from it would lead nowhere.
import type { FastifyRequest } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'
import { Failure } from '#shared/calls/errors.ts'

const HOST = /^([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:\d{1,5})?$/

function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}/`)
}

/** A request without one, as HTTP 1.0 allows, is let through. */
export function requireHost(request: FastifyRequest): void {
  const { host } = request
  if (host && !isHost(host))
    throw new Failure('BAD_PARAMETER', { message: '请求头 Host 不正确，请核对访问的地址' })
}

const LOOPBACK = /^(localhost|([\w-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/i

/**
 * The portal's own address, for absolute addresses in answers: `PUBLIC_URL`, which production always has. Without it,
 * `Host` is repeated only where it names the machine that the connection reached: anybody can write another, and a
 * shared cache would hand the answer on to others.
 */
export function originOf(
  { protocol, host, socket }: Pick<FastifyRequest, 'protocol' | 'host' | 'socket'>,
  { publicUrl }: Pick<Settings, 'publicUrl'>,
): string {
  if (publicUrl !== null) return publicUrl
  // A call inside the process has no address.
  const local = toName(socket.localAddress ?? '127.0.0.1')
  const name = host.replace(/:\d+$/, '')
  const isReached = name === local || (LOOPBACK.test(name) && LOOPBACK.test(local))
  if (isReached) return `${protocol}://${host}`
  const port = socket.localPort === undefined ? '' : `:${socket.localPort}`
  return `${protocol}://${LOOPBACK.test(local) ? 'localhost' : local}${port}`
}

/** Returns the address in the notation of `Host`. */
function toName(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  return plain.includes(':') ? `[${plain}]` : plain
}
