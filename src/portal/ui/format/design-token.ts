// Reads the design tokens for places without a style sheet: canvases, and controls with a theme of their own.
import type { ColorToken } from '#shared/generated/color-tokens.ts'

/** As the portal's colours have it. */
export const token = (name: ColorToken | 'font'): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--eq-${name}`).trim()
