// Defines answers without an envelope: a picture, a sound, a redirection.
import type { FastifyReply } from 'fastify'

export interface DirectAnswer {
  readonly sendTo: (reply: FastifyReply) => FastifyReply
}

export function isDirect(data: unknown): data is DirectAnswer {
  return data instanceof BytesAnswer || data instanceof RedirectAnswer
}

export class BytesAnswer implements DirectAnswer {
  readonly #type: string
  readonly #bytes: Buffer

  constructor(type: 'image/jpeg' | 'audio/wav', bytes: Buffer) {
    this.#type = type
    this.#bytes = bytes
  }

  sendTo(reply: FastifyReply): FastifyReply {
    return reply.header('content-type', this.#type).header('cache-control', 'no-store').send(this.#bytes)
  }
}

export class RedirectAnswer implements DirectAnswer {
  readonly #location: string

  constructor(location: string) {
    this.#location = location
  }

  sendTo(reply: FastifyReply): FastifyReply {
    return reply.header('cache-control', 'no-store').redirect(this.#location, 302)
  }
}
