export { demandCampaigns } from '#server/domain/rights/authorise.ts'
