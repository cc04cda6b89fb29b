// Declares the limits of websockets per process and of messages per client.

export interface SocketLimits {
  /** Open at once; who comes later is refused. */
  readonly most: number
  /** Open at once without a session. One more closes the oldest, so that who signed in always finds a place. */
  readonly mostStrangers: number
  /** Open at once from one network; an office may be one. */
  readonly perNetwork: number
  /** Opened by one network in the long run, a second. */
  readonly openedPerSecond: number
  /** Frames of any kind from one client in a window; a browser sends one when its user signs in. */
  readonly frames: number
  /** Bytes from one client in a window. */
  readonly bytes: number
  /** Length of the window, in milliseconds. */
  readonly window: number
  /** Bytes that wait for one slow reader. */
  readonly waiting: number
}

export const SOCKET_LIMITS: SocketLimits = {
  most: 10_000,
  mostStrangers: 6_000,
  perNetwork: 200,
  openedPerSecond: 5,
  frames: 20,
  bytes: 128 * 1024,
  window: 10_000,
  waiting: 256 * 1024,
}

/** The limits of the protocol parser, which apply before a message is complete. */
export const FRAME_LIMITS = { maxPayload: 64 * 1024, maxFragments: 16, maxPendingAutoPongs: 20 }
