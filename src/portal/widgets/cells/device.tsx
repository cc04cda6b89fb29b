// Draws the cell of a device, named by browser and system instead of by its long identification.
import type { CellProps } from '#portal/widgets/widget-props.ts'

type Names = readonly (readonly [RegExp, string])[]

/** The more particular first: most browsers claim to be others too. */
const BROWSERS: Names = [
  [/MicroMessenger/, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: Names = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, '安卓'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (names: Names, text: string) => names.find(([sign]) => sign.test(text))?.[1]

export function DeviceCell({ value }: CellProps) {
  const text = typeof value === 'string' ? value : ''
  if (text === '') return <>—</>
  const parts = [nameIn(BROWSERS, text), nameIn(SYSTEMS, text)].filter((part) => part !== undefined)
  return <span title={text}>{parts.length ? parts.join(' · ') : '未知设备'}</span>
}
