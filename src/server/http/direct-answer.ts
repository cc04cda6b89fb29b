// Owns answers that are no envelope: a picture, a redirection.
import type { FastifyReply } from 'fastify'

export interface DirectAnswer {
  readonly sendTo: (reply: FastifyReply) => FastifyReply
}

export function isDirect(data: unknown): data is DirectAnswer {
  return data instanceof PictureAnswer || data instanceof RedirectAnswer
}

export class PictureAnswer implements DirectAnswer {
  readonly #bytes: Buffer

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  sendTo(reply: FastifyReply): FastifyReply {
    return reply.header('content-type', 'image/jpeg').header('cache-control', 'no-store').send(this.#bytes)
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
