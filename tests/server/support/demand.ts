// Provides the demand of tests that play with one: complete, and right until the end of 2026.
export const DEMAND = {
  title: '采购大流量排水抢险车两辆',
  demandType: '1',
  urgency: '1',
  sysCategoryId: 'C04',
  application: 'AP02',
  quantity: 2,
  unit: '辆',
  technicalRequirement: '额定流量不低于 3000 立方米每小时，两人十五分钟内展开。',
  deadline: '2026-12-20',
  contactName: '王需求',
  contactMobile: '13800001111',
}
