// Makes a sender wait whose call was refused because too many wait.
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'

/** In ms; shorter than what `retry-after` asks for, so that only a sender who ignores it notices. */
const PAUSE_MS = 500

/**
 * Reads nothing from the sender's connection for a while: refusing the same calls again and again would take the time
 * of those that are answered. A proxy's connection carries other people's calls too and is left alone. A call inside
 * the process has no connection.
 */
export function pauseSender({ ip, socket }: FastifyRequest): void {
  if (!(socket instanceof Socket) || ip !== socket.remoteAddress) return
  socket.pause()
  setTimeout(() => socket.resume(), PAUSE_MS).unref()
}
