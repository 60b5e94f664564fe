export const OverviewTab = () => null;
