// Counts the seconds until a request may be repeated; the count survives a reload of the page.
import { useEffect, useState } from 'react'

function readEnd(key: string): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0)
  } catch {
    return 0
  }
}

function secondsUntil(end: number): number {
  return Math.max(0, Math.ceil((end - Date.now()) / 1000))
}

export function useCountdown(key: string): readonly [seconds: number, start: (seconds: number) => void] {
  const [end, setEnd] = useState(() => readEnd(key))
  const [seconds, setSeconds] = useState(() => secondsUntil(end))
  useEffect(() => {
    setEnd(readEnd(key))
  }, [key])
  useEffect(() => {
    setSeconds(secondsUntil(end))
    if (secondsUntil(end) === 0) return
    const timer = setInterval(() => {
      setSeconds(secondsUntil(end))
      if (secondsUntil(end) === 0) clearInterval(timer)
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
    setSeconds(secondsUntil(next))
  }
  return [seconds, start]
}
