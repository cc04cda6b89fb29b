// Masks phone and identity numbers: both ends stay, stars replace the middle.

export function mask(value: string, head: number, tail: number): string {
  if (value.length <= head + tail) return '*'.repeat(value.length)
  return value.slice(0, head) + '*'.repeat(value.length - head - tail) + value.slice(-tail)
}

/** `13800001234` becomes `138****1234`. */
export function maskMobile(mobile: string | null): string | null {
  return mobile === null ? null : mask(mobile, 3, 4)
}

/** `440524188001010014` becomes `440************014`. */
export function maskIdCard(idCard: string | null): string | null {
  return idCard === null ? null : mask(idCard, 3, 3)
}
