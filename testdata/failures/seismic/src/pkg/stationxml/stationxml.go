// Package stationxml reads what other centres say of their stations.
package stationxml

import "encoding/xml"

// Station is where instruments stand.
type Station struct {
	Code      string  `xml:"code"`
	Elevation float64 `xml:"Elevation"`
}

// Parse reads a station.
func Parse(doc string) (Station, error) {
	var s Station
	return s, xml.Unmarshal([]byte(doc), &s)
}
