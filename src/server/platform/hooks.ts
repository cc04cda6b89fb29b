// Declares what a portal's own files export: handlers and hooks.
import type { Handlers, Hooks } from './call.ts'

/** What a portal's own files export, all files together. */
export interface PortalCode {
  readonly handlers: Handlers
  readonly hooks: Hooks
}

export const NO_CODE: PortalCode = { handlers: {}, hooks: new Map() }
