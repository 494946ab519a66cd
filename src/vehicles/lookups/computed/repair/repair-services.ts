/**
 * Services, one a line: title | powertrains | hours for cars | for SUVs and vans | for pickups and trucks |
 * parts in dollars | what the parts scale with | model years | origin of the hours | description.
 * A dash in place of hours: no such service. Origins: `list`, a public list of labor times, its span laid
 * over the three builds; `estimate`, ours. Parts are estimates throughout. See docs/repair-estimates.md.
 */
export const repairTable = `
Oil Change | engine | 0.3-0.5 | 0.3-0.7 | 0.5-0.8 | 25-75 | | | list | Drains the engine oil, fits a new filter and fills fresh oil of the specified grade.
Engine Air Filter Replacement | engine | 0.1-0.2 | 0.1-0.3 | 0.2-0.3 | 15-50 | | | list | Fits a new filter in the engine's air intake.
Spark Plug Replacement | spark | 0.5-1 | 0.5-1.8 | 1-2.5 | 35-90 | cylinders | | list | Fits a new set of spark plugs.
Ignition Coil Replacement | spark | 0.3-0.5 | 0.3-0.8 | 0.5-1 | 45-150 | | | list | Replaces one ignition coil.
Oxygen Sensor Replacement | spark | 0.3-0.5 | 0.3-0.8 | 0.5-1 | 50-250 | | | list | Replaces one oxygen sensor in the exhaust.
Mass Airflow Sensor Replacement | engine | 0.3-0.5 | 0.3-0.7 | 0.5-0.8 | 80-350 | | | estimate | Replaces the sensor that measures the air drawn in.
Throttle Body Cleaning | spark | 0.5-0.8 | 0.5-1 | 0.7-1.2 | 8-25 | | | estimate | Removes deposits from the throttle body and relearns its idle position.
Fuel Injector Replacement | engine | 1-2 | 1-3 | 2-4 | 80-400 | | | estimate | Replaces one fuel injector with its seals.
Fuel Pump Replacement | engine | 1-2 | 1-2.8 | 2-3.5 | 200-700 | | | estimate | Replaces the fuel pump.
PCV Valve Replacement | spark | 0.3-0.6 | 0.3-0.8 | 0.4-1 | 12-80 | | | estimate | Replaces the valve that vents the crankcase.
Valve Cover Gasket Replacement | engine | 1.2-2.2 | 1.4-3 | 1.6-3.6 | 25-120 | cylinders | | estimate | Replaces leaking gaskets under the valve covers.
Head Gasket Replacement | engine | 7-11 | 8-14 | 10-16 | 150-450 | cylinders | | estimate | Takes the cylinder head off and fits a new gasket and bolts.
Timing Belt or Chain Replacement | engine | 3-9 | 3.5-12 | 4.5-14 | 120-900 | | | estimate | Replaces the engine's timing belt, or its chain with guides and tensioners.
Serpentine Belt Replacement | belt | 0.3-0.6 | 0.3-0.9 | 0.5-1.2 | 25-90 | | | estimate | Replaces the belt that drives the accessories.
Starter Replacement | belt | 0.8-1.2 | 0.8-1.9 | 1.2-2.5 | 150-450 | | | list | Replaces the starter motor.
Alternator Replacement | belt | 0.8-1.2 | 0.8-1.6 | 1.2-2 | 200-600 | | | list | Replaces the alternator.
Power Steering Pump Replacement | belt | 1.2-2 | 1.2-2.8 | 2-3.5 | 120-500 | | -2012 | estimate | Replaces the pump of hydraulic steering and bleeds the system.
Engine Mount Replacement | engine | 1-1.8 | 1-2.7 | 1.8-3.5 | 60-300 | | | estimate | Replaces one mount between engine and body.
EGR Valve Replacement | engine | 0.6-1.2 | 0.6-1.9 | 1.2-2.5 | 100-450 | | | estimate | Replaces the valve that returns exhaust gas to the intake.
Glow Plug Replacement | diesel | 0.5-1 | 0.6-1.4 | 0.8-1.8 | 15-55 | | | estimate | Replaces one glow plug.
Fuel Filter Replacement | diesel | 0.3-0.6 | 0.3-0.8 | 0.4-1 | 30-120 | | | estimate | Fits a new fuel filter and drains the water separator.
Turbocharger Replacement | diesel | 3-5 | 3.5-6 | 4-8 | 700-2400 | | | estimate | Replaces the turbocharger with its gaskets and oil lines.
Diesel Particulate Filter Cleaning | diesel | 2-3 | 2-3.5 | 2.5-4 | 0-60 | | 2007- | estimate | Takes soot and ash out of the particulate filter.
Diesel Exhaust Fluid Injector Replacement | diesel | 0.6-1 | 0.6-1.3 | 0.8-1.6 | 150-450 | | 2010- | estimate | Replaces the nozzle that doses diesel exhaust fluid.
NOx Sensor Replacement | diesel | 0.5-0.8 | 0.5-1 | 0.6-1.3 | 220-650 | | 2010- | estimate | Replaces one nitrogen oxide sensor in the exhaust.
Catalytic Converter Replacement | spark | 1-1.8 | 1-2.4 | 1.8-3 | 400-2200 | | | estimate | Replaces one catalytic converter.
Exhaust Manifold Replacement | engine | 2-3.2 | 2-4.1 | 3.2-5 | 200-900 | | | estimate | Replaces one exhaust manifold and its gaskets.
Muffler Replacement | engine | 0.6-1 | 0.6-1.4 | 1-1.8 | 90-400 | | | estimate | Replaces the rear muffler.
Thermostat Replacement | engine | 0.8-1 | 0.8-1.3 | 1-1.5 | 30-120 | | | list | Replaces the engine's thermostat and refills coolant.
Water Pump Replacement | engine | 1.5-2.5 | 1.5-3.3 | 2.5-4 | 80-350 | | | list | Replaces the engine's coolant pump.
Heater Core Replacement | engine | 4-7 | 4.5-8 | 5-9 | 80-350 | | | estimate | Replaces the heater's heat exchanger behind the dashboard.
Transmission Fluid Change | engine | 0.7-1.2 | 0.7-1.6 | 1.2-2 | 50-160 | | | estimate | Drains and refills the transmission.
Transmission Replacement | engine | 7-10 | 7-13 | 10-15 | 1800-5500 | | | estimate | Exchanges the whole transmission.
Check Engine Light Diagnosis | engine | 0.5-1 | 0.5-1.2 | 0.5-1.5 | 0-0 | | 1996- | estimate | Reads trouble codes and finds their cause.
Differential Fluid Change | engine | - | 0.5-0.9 | 0.6-1.2 | 30-110 | | | estimate | Drains and refills the axle differential.
Transfer Case Fluid Change | four-wheel | - | 0.5-0.9 | 0.5-1 | 30-100 | | | estimate | Drains and refills the transfer case.
Universal Joint Replacement | belt | - | - | 1-2.2 | 30-130 | | | estimate | Replaces one joint of the drive shaft.
Hybrid Battery Replacement | hybrid | 2.5-4 | 3-4.5 | 3.5-5.5 | 1600-5500 | | | estimate | Exchanges the hybrid drive's battery pack.
Hybrid Battery Fan Cleaning | hybrid | 0.5-1.2 | 0.5-1.4 | 0.6-1.6 | 0-30 | | | estimate | Cleans the fan and duct that cool the hybrid battery.
Inverter Coolant Change | hybrid | 0.6-1 | 0.6-1.2 | 0.8-1.4 | 25-60 | | | estimate | Drains and refills the coolant of the inverter.
Inverter Replacement | battery | 2.5-4 | 2.8-4.5 | 3-5 | 900-3200 | | | estimate | Replaces the power inverter of the electric drive.
High-Voltage Battery Replacement | electric | 5-9 | 5.5-10 | 6-12 | 5500-17000 | | | estimate | Exchanges the whole drive battery.
High-Voltage Battery Health Test | battery | 0.5-0.8 | 0.5-0.9 | 0.5-1 | 0-0 | | | estimate | Measures the capacity and balance of the drive battery.
High-Voltage Contactor Replacement | electric | 1.5-2.8 | 1.6-3.2 | 1.8-3.6 | 150-600 | | | estimate | Replaces the switch that connects the drive battery.
Drive Unit Replacement | electric | 4-7 | 4.5-8 | 5-9 | 3000-7800 | | | estimate | Exchanges one electric motor with its gearbox.
Drive Unit Fluid Change | electric | 0.5-0.9 | 0.5-1 | 0.6-1.3 | 40-120 | | | estimate | Drains and refills the gearbox of the electric motor.
Onboard Charger Replacement | electric | 1.5-3 | 1.6-3.5 | 1.8-4 | 700-2500 | | | estimate | Replaces the charger that feeds the drive battery.
Charge Port Replacement | electric | 1-2 | 1-2.2 | 1.2-2.5 | 200-700 | | | estimate | Replaces the socket for the charging cable.
DC-DC Converter Replacement | battery | 1-2.2 | 1.2-2.6 | 1.3-3 | 400-1500 | | | estimate | Replaces the converter that supplies the 12-volt system.
Battery Coolant Pump Replacement | electric | 1-1.8 | 1.1-2.1 | 1.2-2.5 | 120-450 | | | estimate | Replaces the pump that cools the drive battery.
Front Brake Pad Replacement | all | 0.8-1 | 0.8-1.3 | 1-1.5 | 60-180 | | | list | Fits new brake pads on the front axle.
Rear Brake Pad Replacement | all | 0.8-1 | 0.8-1.3 | 1-1.5 | 55-170 | | | list | Fits new brake pads, or shoes, on the rear axle.
Brake Rotor Replacement | all | 0.3-0.5 | 0.3-0.7 | 0.5-0.8 | 90-300 | | | list | Replaces the rotors of one axle while its pads are changed.
Brake Caliper Replacement | all | 0.8-1.2 | 0.8-1.5 | 1.2-1.8 | 80-350 | | | estimate | Replaces one brake caliper and bleeds the line.
Brake Fluid Flush | all | 0.5-0.8 | 0.5-1 | 0.8-1.2 | 10-30 | | | estimate | Exchanges the brake fluid.
Brake Hose Replacement | all | 0.7-1.1 | 0.7-1.2 | 0.8-1.4 | 25-110 | | | estimate | Replaces one flexible brake hose and bleeds the line.
Brake Master Cylinder Replacement | all | 1.2-2 | 1.2-2.3 | 1.4-2.6 | 120-450 | | | estimate | Replaces the master cylinder and bleeds the brakes.
Parking Brake Adjustment | all | 0.4-0.7 | 0.4-0.9 | 0.5-1 | 0-0 | | | estimate | Sets the parking brake's travel.
Wheel Speed Sensor Replacement | all | 0.5-0.9 | 0.5-1.1 | 0.6-1.3 | 40-200 | | | estimate | Replaces one sensor of the anti-lock brakes.
Front Strut Replacement | all | 1.5-2 | 1.5-2.5 | 2-3 | 200-600 | | | list | Replaces both front struts.
Rear Shock Absorber Replacement | all | 1-1.6 | 1-1.9 | 1.1-2.2 | 100-380 | | | estimate | Replaces both rear shock absorbers.
Wheel Alignment | all | 0.8-1 | 0.8-1.3 | 1-1.5 | 0-0 | | | list | Measures and sets the angles of the wheels.
Wheel Bearing Replacement | all | 1-1.7 | 1-2.4 | 1.7-3 | 70-350 | | | estimate | Replaces one wheel bearing or hub.
Control Arm Replacement | all | 1-1.8 | 1-2.4 | 1.8-3 | 90-400 | | | estimate | Replaces one control arm.
Ball Joint Replacement | all | 1-1.7 | 1-2.4 | 1.7-3 | 40-220 | | | estimate | Replaces one ball joint.
Tie Rod End Replacement | all | 0.7-1.1 | 0.7-1.5 | 1.1-1.8 | 30-150 | | | estimate | Replaces one tie rod end.
Sway Bar Link Replacement | all | 0.5-0.9 | 0.5-1 | 0.6-1.2 | 25-120 | | | estimate | Replaces one link of the stabilizer bar.
Steering Rack Replacement | all | 2.5-4 | 2.5-4.5 | 3-5.2 | 350-1400 | | | estimate | Replaces the steering rack or gear.
CV Axle Replacement | all | 1-1.6 | 1-2.1 | - | 90-450 | | | estimate | Replaces one half shaft with its joints.
Radiator Replacement | all | 1.5-2.3 | 1.5-3.2 | 2.3-4 | 150-550 | | | estimate | Replaces the radiator and refills coolant.
Coolant Flush | all | 0.8-1 | 0.8-1.3 | 1-1.5 | 25-60 | | | list | Exchanges the coolant.
12-Volt Battery Replacement | all | 0.3-0.3 | 0.3-0.4 | 0.3-0.5 | 130-300 | | | list | Replaces the 12-volt battery.
AC Recharge | all | 0.5-0.5 | 0.5-0.8 | 0.5-1 | 50-180 | | | list | Recovers and refills the refrigerant.
AC Compressor Replacement | all | 2-2.5 | 2-3.3 | 2.5-4 | 300-900 | | | list | Replaces the air conditioning compressor and refills refrigerant.
Blower Motor Replacement | all | 0.6-1.2 | 0.6-2.1 | 1.2-3 | 60-300 | | | estimate | Replaces the fan of heating and air conditioning.
Cabin Air Filter Replacement | all | 0.1-0.2 | 0.1-0.4 | 0.2-0.5 | 15-60 | | 2000- | list | Fits a new filter for the air of the cabin.
Window Regulator Replacement | all | 0.9-1.4 | 0.9-1.8 | 1.4-2.2 | 60-300 | | | estimate | Replaces the lifting mechanism of one window.
Door Lock Actuator Replacement | all | 0.8-1.5 | 0.8-1.7 | 0.9-2 | 50-250 | | | estimate | Replaces the lock motor of one door.
Headlight Bulb Replacement | all | 0.2-0.6 | 0.2-0.7 | 0.2-0.8 | 15-150 | | | estimate | Replaces one headlight bulb.
Wiper Blade Replacement | all | 0.1-0.2 | 0.1-0.2 | 0.1-0.3 | 20-70 | | | estimate | Fits new front wiper blades.
Tire Rotation | all | 0.3-0.5 | 0.3-0.6 | 0.4-0.6 | 0-0 | | | estimate | Changes the wheels' places and sets tire pressure.
Tire Pressure Sensor Replacement | all | 0.4-0.6 | 0.4-0.7 | 0.4-0.8 | 40-120 | | 2008- | estimate | Replaces the pressure sensor of one wheel.
Multi-Point Inspection | all | 0.5-0.8 | 0.5-0.9 | 0.6-1 | 0-0 | | | estimate | Checks brakes, fluids, belts, lamps, tires and suspension.
`;
