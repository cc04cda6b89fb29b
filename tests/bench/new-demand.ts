// Makes the demand that the benches hand in.

const WORDS = '额定流量不低于 3000 立方米每小时，额定扬程不低于 15 米，提供检测报告与培训。'
const DAY = 86_400_000

/**
 * Returns the answers of a new demand. Each needs a title of its own, for nobody hands in the same twice. Its
 * requirement has 45 letters, `times` over.
 *
 * @example
 * newDemand(`第 ${index} 批`) // → { title: '采购排水抢险车第 1 批', demandType: '1', … }
 */
export const newDemand = (which: string, times = 1): object => ({
  title: `采购排水抢险车${which}`,
  demandType: '1',
  urgency: '2',
  sysCategoryId: 'C04',
  application: 'AP01',
  quantity: 2,
  unit: '辆',
  budget: 120,
  technicalRequirement: WORDS.repeat(times),
  deadline: new Date(Date.now() + 300 * DAY).toISOString().slice(0, 10),
  contactName: '示例联系人',
  contactMobile: '19900000001',
})
