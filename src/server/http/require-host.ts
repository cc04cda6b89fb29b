// Owns the refusal of requests whose Host is no host name: addresses made from it would lead nowhere.
import type { FastifyRequest } from 'fastify'
import { Failure } from '../../shared/errors.ts'

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

/** Where the request says it was sent. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host || 'localhost'}`
}
