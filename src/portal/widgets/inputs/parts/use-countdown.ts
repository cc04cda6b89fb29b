// Owns the seconds until something may be asked for again, kept across a reload of the page.
import { useEffect, useState } from 'react'

function readEnd(key: string): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0)
  } catch {
    return 0
  }
}

function left(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
}

export function useCountdown(key: string): readonly [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => readEnd(key))
  const [seconds, setSeconds] = useState(() => left(end))
  useEffect(() => {
    setEnd(readEnd(key))
  }, [key])
  useEffect(() => {
    setSeconds(left(end))
    if (left(end) === 0) return
    const timer = setInterval(() => {
      setSeconds(left(end))
      if (left(end) === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [end])
  const start = (count: number) => {
    const next = Date.now() + count * 1000
    try {
      sessionStorage.setItem(key, String(next))
    } catch {
      // The countdown then ends with the page.
    }
    setEnd(next)
    setSeconds(left(next))
  }
  return [seconds, start]
}
