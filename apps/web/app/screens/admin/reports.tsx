export const ReportsTab = () => null;
